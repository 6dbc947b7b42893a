import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { secondFactorCounter } from '../attempts/attempts.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { recordRefusedLogIn } from '../history/record-refused-log-in.ts';
import { isKnownBrowser } from '../sessions/browsers/check-known-browser.ts';
import { emailKey } from '../users/user.ts';
import { checkAppCode } from './apps/check-app-code.ts';
import { isTotpCode, plainTotpCode } from './apps/totp.ts';
import { checkPasskey } from './passkeys/check-passkey.ts';
import { checkRecoveryCode } from './recovery-codes/check-recovery-code.ts';
import type { ProvenBy } from '../sessions/session.ts';
import type { Proof } from './second-factor.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };
type User = { id: string; email: string };

/** Counts a known browser on its own: whoever knows the password alone cannot keep the user from logging in there. */
async function counterOf({ db }: Deps, { browser }: BrowserContext, { id, email }: User) {
  const browser_digest = digest(browser);
  const isKnown = await isKnownBrowser(db, { email_key: emailKey(email), browser_digest });
  return secondFactorCounter(id, isKnown ? browser_digest : '');
}

/** What a proof is of, by its form. */
function kindOf({ code, passkey }: Proof): ProvenBy {
  if (passkey !== '') return 'passkey';
  return isTotpCode(plainTotpCode(code)) ? 'app' : 'recovery_code';
}

function isProven(deps: Deps, ctx: BrowserContext, user: User, { code, passkey }: Proof): Promise<boolean> {
  const kind = kindOf({ code, passkey });
  if (kind === 'passkey') return checkPasskey(deps, ctx, { user_id: user.id, answer: passkey });
  if (kind === 'app') return checkAppCode(deps, { user_id: user.id, code: plainTotpCode(code), now: ctx.now });
  return checkRecoveryCode(deps, ctx, { user, code });
}

/**
 * Checks a proof of the user's second factor: a code of an app, a recovery code or a passkey. Each works once. Returns which it was. Throws 422 for a
 * wrong or used one, and 429 after too many (docs/api/back-office.md#second-factors).
 */
export async function checkSecondFactor(deps: Deps, ctx: BrowserContext, user: User, proof: Proof): Promise<ProvenBy> {
  const field = proof.passkey === '' ? 'code' : 'passkey';
  if (proof[field].trim() === '') throw invalid('code', 'empty', 'must not be empty');
  const counter = await counterOf(deps, ctx, user);
  const proven = await limitAttempts(deps.db, ctx, [counter], async () =>
    (await isProven(deps, ctx, user, proof)) ? true : undefined,
  );
  if (proven) return kindOf(proof);
  await recordRefusedLogIn(deps.db, ctx, { email: user.email, kind: 'second_factor' });
  throw invalid(field, 'incorrect', 'is wrong or has been used already');
}
