/** The columns of the file of a menu: a row for each sku. Pure. */

export const columns = ['ref', 'name', 'description', 'size_ref', 'size', 'price'] as const;

export type Column = (typeof columns)[number];
export type FileRow = Readonly<Record<Column, string>>;
