/** The rules of second factors (docs/api/back-office.md#second-factors). */

/** An authenticator app or a passkey of a user. `name`: the user's own. */
export type SecondFactor = {
  id: string;
  kind: 'app' | 'passkey';
  name: string;
  created_at: Date;
  used_at: Date | null;
};

/** What a user has of them, and how many recovery codes are left. */
export type SecondFactors = { factors: SecondFactor[]; codesLeft: number };

/** What a form sends as proof: a code of an app or a recovery code, or the browser's answer for a passkey. One is empty. */
export type Proof = { code: string; passkey: string };

/** What the audit says about a second factor. */
export const factorEntry = (
  action: 'second_factor.add' | 'second_factor.remove',
  { kind, name, user_id }: { kind: SecondFactor['kind']; name: string; user_id: string },
) => ({ action, account_id: null, subject_id: user_id, details: { kind, name } });
