/** Codes for users who have lost their second factors: shown once, stored as digests, each used once. */
import { digest } from '@order-hub/shared/encryption';
import { randomBytes } from 'node:crypto';

const count = 10;
/** 80 bits: a digest without salt cannot be searched for. */
const codeBytes = 10;
/** Crockford's base 32 in lower case: without letters that look like digits or like each other. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';

function newCode(): string {
  const bits = [...randomBytes(codeBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const text = (bits.match(/.{5}/g) ?? []).map((five) => letters[parseInt(five, 2)]).join('');
  return text.match(/.{4}/g)?.join('-') ?? '';
}

/** Ten codes, as the user gets them: `8f3k-2m9q-x7tw-hn5c`. */
export const newRecoveryCodes = () => Array.from({ length: count }, newCode);

/** As people type them: in any case, with or without dashes and spaces, `o` for 0, `i` and `l` for 1. */
const plain = (code: string) =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

export const recoveryCodeDigest = (code: string) => digest(`recovery-code:${plain(code)}`);
