import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Database, Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { transactionOf } from '../../acting/open-transaction.ts';
import type { BrowserContext, SessionContext } from '../../sessions/browser-context.ts';
import { upsertChallenge } from './challenge.store.ts';
import { challengeMs, descriptorOf } from './passkey.ts';
import { listPasskeys } from './passkey.store.ts';
import { relyingPartyOf } from './relying-party.ts';

type Deps = { db: Database; publicUrl: string };
type Browser = Pick<BrowserContext, 'browser' | 'now'>;

/** A challenge of a user belongs to a browser, and a newer one replaces it. */
const keepChallenge = (db: Queryable, { browser, now }: Browser, user_id: string, challenge: string) =>
  upsertChallenge(db, {
    browser_digest: digest(browser),
    user_id,
    challenge,
    expires_at: new Date(now.getTime() + challengeMs),
  });

/** What the browser needs to create a passkey of the user. Null where browsers offer none. */
export async function beginPasskeyCreation(
  deps: Deps,
  ctx: SessionContext,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const { user } = ctx.session;
  const party = relyingPartyOf(deps.publicUrl);
  if (!party) return null;
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: (await listPasskeys(deps.db, user.id)).map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  await transactionOf(deps.db, ctx, (trx) => keepChallenge(trx, ctx, user.id, options.challenge));
  return options;
}

/** What the browser needs to use a passkey of the user. Null for a user without one. */
export async function beginPasskeyUse(
  deps: Deps,
  ctx: Browser,
  user_id: string,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingPartyOf(deps.publicUrl);
  const passkeys = await listPasskeys(deps.db, user_id);
  if (!party || passkeys.length === 0) return null;
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: passkeys.map(descriptorOf),
    timeout: challengeMs,
    userVerification: 'preferred',
  });
  await keepChallenge(deps.db, ctx, user_id, options.challenge);
  return options;
}
