/** The columns of the file of a menu: a row for each sku. Pure. */

export const columns = ['ref', 'name', 'description', 'size_ref', 'size', 'price'] as const;

export type Column = (typeof columns)[number];
export type FileRow = Readonly<Record<Column, string>>;

/** Spreadsheets take such a text for a formula; an apostrophe before it says that it is none. */
const formula = /^[=+\-@\t\r]/;

export const escaped = (text: string): string => (formula.test(text) ? `'${text}` : text);
export const unescaped = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
