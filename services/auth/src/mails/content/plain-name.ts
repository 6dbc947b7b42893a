import { shortened } from '@order-hub/shared/text-start';

const charsMax = 80;

/** Separates a dot, an `@` or a colon from what follows: no mail program makes a link of it. Invisible. */
const wordJoiner = '\u2060';

/**
 * A name that somebody else chose, for the text of a mail: one line without control and direction characters, of bounded
 * length, and no mail program makes a link of an address in it.
 */
export function plainName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return shortened(line, charsMax).replace(/\.(?=\p{L})|@(?=\S)|:(?=\/)/gu, (mark) => mark + wordJoiner);
}
