/** What the text of a search may be (docs/decisions/0089-customers-by-name.md). */

/** A text is searched as words, also as digits of a phone number, and also as a part of an email address. */
export type NameSearch = { text: string; isPhone: boolean; email: string | null };

const isPhone = (text: string) => /\p{Nd}/u.test(text) && !/\p{L}/u.test(text);

/** How a text is searched; undefined for spaces alone, which do not filter. */
export function nameSearchOf(typed: string): NameSearch | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return { text, isPhone: isPhone(text), email: text.includes('@') ? text.replaceAll('*', '') : null };
}
