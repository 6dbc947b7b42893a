import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { BrowserContext } from '../../sessions/browser-context.ts';
import { deleteChallenge } from './challenge.store.ts';
import { parsedAnswer, type Passkey } from './passkey.ts';
import { listPasskeys, updateSignCount } from './passkey.store.ts';
import { relyingPartyOf } from './relying-party.ts';

type Deps = { db: Database; publicUrl: string };
type Answer = { id: string };

/** The counter after a right answer; undefined after any other one, and for a counter that went back. */
async function countAfter(publicUrl: string, expectedChallenge: string, passkey: Passkey, answer: Answer) {
  const party = relyingPartyOf(publicUrl);
  if (!party) return undefined;
  const { credential_id, public_key, sign_count, transports } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter: sign_count, transports },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for every fault of an answer, which the client made.
    return undefined;
  }
}

/** Whether a passkey of the user has signed the challenge that this browser got. A challenge works once. */
export async function checkPasskey(
  { db, publicUrl }: Deps,
  { browser, now }: BrowserContext,
  { user_id, answer }: { user_id: string; answer: string },
): Promise<boolean> {
  const challenge = await deleteChallenge(db, digest(browser), now);
  const parsed = parsedAnswer(answer);
  if (challenge === undefined || !parsed) return false;
  const passkey = (await listPasskeys(db, user_id)).find(({ credential_id }) => credential_id === parsed.id);
  if (!passkey) return false;
  const count = await countAfter(publicUrl, challenge, passkey, parsed);
  return count !== undefined && updateSignCount(db, passkey, count, now);
}
