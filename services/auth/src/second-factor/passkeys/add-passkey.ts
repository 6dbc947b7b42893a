import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { transactionOf } from '../../acting/open-transaction.ts';
import type { SessionContext } from '../../sessions/browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import type { Quotas } from '../../quotas.ts';
import { addSecondFactorIn } from '../add-second-factor.ts';
import { deleteChallenge } from './challenge.store.ts';
import { parsedAnswer } from './passkey.ts';
import { insertPasskey } from './passkey.store.ts';
import { relyingPartyOf } from './relying-party.ts';

type Deps = { db: Database; publicUrl: string; quotas: Quotas; mailing: Mailing };

const transportsMax = 10;

/** The passkey that a browser has created for this challenge; undefined for any other answer. */
async function createdPasskey(publicUrl: string, expectedChallenge: string, passkey: string) {
  const party = relyingPartyOf(publicUrl);
  const answer = parsedAnswer(passkey);
  if (!party || !answer) return undefined;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    });
    return registrationInfo?.credential;
  } catch {
    // The library throws for every fault of an answer, which the client made.
    return undefined;
  }
}

/**
 * Adds the passkey that the browser has created, and returns the recovery codes if it is the first second factor. Throws 422
 * for an answer that is wrong, late or used.
 */
export async function addPasskey(
  { db, publicUrl, quotas, mailing }: Deps,
  ctx: SessionContext,
  _params: object,
  { name, passkey }: { name: string; passkey: string },
): Promise<string[]> {
  const { session, browser, now } = ctx;
  const challenge = await deleteChallenge(db, digest(browser), now);
  const created = challenge === undefined ? undefined : await createdPasskey(publicUrl, challenge, passkey);
  if (!created) throw invalid('passkey', 'incorrect', 'was not created. Please try again');
  const { id: credential_id, publicKey: public_key, counter: sign_count } = created;
  const transports = (created.transports ?? []).slice(0, transportsMax);
  const row = { id: newId(now), user_id: session.user.id, name, credential_id, public_key, sign_count, transports };
  return transactionOf(db, ctx, (trx) =>
    addSecondFactorIn({ trx, quotas, mailing }, ctx, { kind: 'passkey', name }, () =>
      insertPasskey(trx, { ...row, created_at: now }),
    ),
  );
}
