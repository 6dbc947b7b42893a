/**
 * Texts of a page, beside its title and blocks of code, that hold one of these names and something else: the name is not
 * isolated.
 */
export const textsAroundNames = (html: string, names: readonly string[]): string[] =>
  html
    .replace(/<title>.*?<\/title>|<pre\b.*?<\/pre>/gs, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => names.some((name) => text.includes(name) && text !== name));
