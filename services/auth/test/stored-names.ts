/** Texts of a page, beside its title, that hold one of these names and something else: the name is not isolated. */
export const textsAroundNames = (html: string, names: readonly string[]): string[] =>
  html
    .replace(/<title>.*?<\/title>/s, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => names.some((name) => text.includes(name) && text !== name));
