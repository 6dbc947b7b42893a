/** The entries of an inventory: the stock of a location, by the refs of a catalog (docs/api/catalogs.md#inventory). */
/** The stock of a ref. Null is not stored: it means no limit. */
export type Entry = { kind: 'sku' | 'option'; ref: string; stock: string | null; expires_at: Date | null };

export const keyOf = ({ kind, ref }: Pick<Entry, 'kind' | 'ref'>) => `${kind} ${ref}`;

/** Whether an entry equals the stored one. `before` is undefined when none is stored. */
export const isSame = (entry: Entry, before: Entry | undefined): boolean =>
  entry.stock === (before?.stock ?? null) && entry.expires_at?.getTime() === before?.expires_at?.getTime();
