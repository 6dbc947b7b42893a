/** The `Idempotency-Key` header (docs/api/conventions.md#idempotency-keys, draft-ietf-httpapi-idempotency-key-header). Pure. */
import { badRequest } from '../../values/errors.ts';

/** 1 to 255 visible ASCII characters. */
const visible = /^[\x21-\x7e]{1,255}$/;

/** A string of RFC 8941, in which `"` and `\` are escaped. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The key that a header names; `"abc"` and `abc` name the same one. Throws 400 for a value that is not a key. */
export function idempotencyKeyOf(header: string): string {
  const text = quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? header;
  if (!visible.test(text)) {
    throw badRequest('The header Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces');
  }
  return text;
}
