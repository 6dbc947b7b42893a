import type { Database } from '@order-hub/shared/database';
import { decryptIfKeyKnown, encryptSecret } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { transactionOf } from '../../acting/open-transaction.ts';
import type { SessionContext } from '../../sessions/browser-context.ts';
import { secretOwner } from './app.ts';
import { deleteSetup, findSetup, upsertSetup } from './app.store.ts';
import { newTotpSecret, totpUri } from './totp.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };

const setupMs = 60 * 60_000;

/** The secret of the app that a user is setting up. Deletes one whose encryption key is missing. */
async function findSecret({ db, encryptionKeys }: Deps, { session: { user }, now }: SessionContext) {
  const setup = await findSetup(db, user.id, now);
  if (!setup) return undefined;
  const secret = await decryptIfKeyKnown(encryptionKeys, setup.totp_secret, secretOwner(setup.id));
  if (secret === undefined) await deleteSetup(db, user.id, setup.id);
  return secret;
}

async function beginSetup(deps: Deps, ctx: SessionContext): Promise<string> {
  const { db, encryptionKeys } = deps;
  const { session, now } = ctx;
  const id = newId(now);
  const totp_secret = await encryptSecret(encryptionKeys, newTotpSecret(), secretOwner(id));
  const expires_at = new Date(now.getTime() + setupMs);
  await transactionOf(db, ctx, (trx) =>
    upsertSetup(trx, { user_id: session.user.id, id, totp_secret, expires_at }, now),
  );
  // That of a concurrent request may have been stored instead.
  const secret = await findSecret(deps, ctx);
  if (secret === undefined) throw new Error('The setup of an app was not stored');
  return secret;
}

/**
 * The secret of an app that the user is setting up, and the URI for its QR code. It stays the same for an hour, so that a page
 * that is loaded again shows the code that was scanned.
 */
export async function prepareApp(deps: Deps, ctx: SessionContext): Promise<{ secret: string; uri: string }> {
  const secret = (await findSecret(deps, ctx)) ?? (await beginSetup(deps, ctx));
  const issuer = `Order hub ${new URL(deps.publicUrl).hostname}`;
  return { secret, uri: totpUri(secret, { issuer, label: ctx.session.user.email }) };
}
