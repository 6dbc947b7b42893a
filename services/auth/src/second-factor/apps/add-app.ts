import type { Database } from '@order-hub/shared/database';
import { decryptIfKeyKnown } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { transactionOf } from '../../acting/open-transaction.ts';
import type { SessionContext } from '../../sessions/browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import type { Quotas } from '../../quotas.ts';
import { addSecondFactorIn } from '../add-second-factor.ts';
import { secretOwner } from './app.ts';
import { deleteSetup, findSetup, insertApp } from './app.store.ts';
import { plainTotpCode, stepOfCode } from './totp.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; quotas: Quotas; mailing: Mailing };

const isOld = () => invalid('code', 'expired', 'is of an old page. Scan the QR code of this one');

/**
 * Adds the authenticator app that the user has set up and whose code is right, and returns the recovery codes if it is the
 * first second factor. Throws 422 for a wrong code.
 */
export async function addApp(
  { db, encryptionKeys, quotas, mailing }: Deps,
  ctx: SessionContext,
  _params: object,
  { name, code }: { name: string; code: string },
): Promise<string[]> {
  const { user } = ctx.session;
  const setup = await findSetup(db, user.id, ctx.now);
  if (!setup) throw isOld();
  const { id, totp_secret } = setup;
  const secret = await decryptIfKeyKnown(encryptionKeys, totp_secret, secretOwner(id));
  if (secret === undefined) throw isOld();
  const last_step = stepOfCode(secret, plainTotpCode(code), ctx.now);
  if (last_step === undefined)
    throw invalid('code', 'incorrect', 'is wrong. Check that the clock of your device is right');
  return transactionOf(db, ctx, (trx) =>
    addSecondFactorIn({ trx, quotas, mailing }, ctx, { kind: 'app', name }, async () => {
      if (!(await deleteSetup(trx, user.id, id))) throw isOld();
      await insertApp(trx, { id, user_id: user.id, name, totp_secret, last_step, created_at: ctx.now });
    }),
  );
}
