/** The one place that cuts a text: between characters as people see them, which may be many code points each. */

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** More than any character that people write is long: where the one at the cut ends need not be known further on. */
const windowChars = 64;

const isInPair = (text: string, at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

/** The beginning of a text, of at most `charsMax` units of UTF-16. A character that is longer than that is cut between code points. */
export function textStart(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text.toWellFormed();
  const index = characters.segment(text.slice(0, charsMax + windowChars)).containing(charsMax)?.index ?? 0;
  const end = index > 0 ? index : charsMax - (isInPair(text, charsMax) ? 1 : 0);
  return text.slice(0, end).toWellFormed();
}

/** A text of at most `charsMax` units of UTF-16, or its beginning with an ellipsis. */
export const shortened = (text: string, charsMax: number): string =>
  text.length > charsMax ? `${textStart(text, charsMax)}…` : text.toWellFormed();
