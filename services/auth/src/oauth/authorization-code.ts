/** The rules of authorisation codes (docs/api/authentication.md#authorisation-codes). */
import { createHash, randomBytes } from 'node:crypto';
import type { CodeRules } from '../clients/client.ts';
import type { Grant } from '../connections/connection.ts';
import { invalidGrant, invalidRequest } from './oauth-error.ts';

/** What a user granted on the consent page, and how it may be exchanged. The names are those of the moment of the grant. */
export type IssuedGrant = Grant & {
  user_id: string;
  catalog_name: string | null;
  customer_list_name: string | null;
  /** Where the user returned to. */
  redirect_uri: string;
  /** The S256 challenge of PKCE (RFC 7636), when the client sent one. */
  code_challenge: string | null;
};

/** 192 random bits; the prefix lets scanners recognise a code that leaked. */
export const newCode = () => `hub_code_${randomBytes(24).toString('hex')}`;

/** A challenge is the SHA-256 of a verifier, in base64url. */
export const isChallenge = (text: string) => /^[\w-]{43}$/.test(text);

const verifierPattern = /^[\w.~-]{43,128}$/;

type Presented = { redirect_uri?: string | undefined; code_verifier?: string | undefined };

/**
 * What the client presents beside the code must belong to it. The code alone suffices, unless the client switched on that it needs a
 * proof (docs/api/authentication.md#proof-of-the-request). Throws invalid_grant, and invalid_request for a malformed verifier.
 */
export function assertBelongs(
  { redirect_uri, code_challenge }: IssuedGrant,
  presented: Presented,
  { needs_proof }: CodeRules,
): void {
  if (needs_proof && presented.redirect_uri === undefined && code_challenge === null) {
    throw invalidGrant('Send the redirect_uri of the authorisation request again, or use PKCE');
  }
  if (presented.redirect_uri !== undefined && presented.redirect_uri !== redirect_uri) {
    throw invalidGrant('The redirect_uri is not the one that the code was sent to');
  }
  assertVerifier(code_challenge, presented.code_verifier);
}

/** A verifier must be there if, and only if, there was a challenge (docs/api/authentication.md#pkce). */
function assertVerifier(code_challenge: string | null, code_verifier: string | undefined): void {
  if (code_challenge === null) {
    if (code_verifier === undefined) return;
    throw invalidGrant('The code was asked for without a code_challenge');
  }
  if (code_verifier === undefined) {
    throw invalidGrant('The code was asked for with a code_challenge: send its code_verifier');
  }
  if (!verifierPattern.test(code_verifier)) {
    throw invalidRequest('The code_verifier must have 43 to 128 letters, digits and characters of -._~');
  }
  const challenge = createHash('sha256').update(code_verifier).digest('base64url');
  if (challenge !== code_challenge) throw invalidGrant('The code_verifier does not fit the code_challenge');
}
