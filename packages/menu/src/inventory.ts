import { isWithin } from './amounts.ts';
import type { DecimalString, Situation } from './situation.ts';

/** An entry of an inventory, as the hub shows it (docs/api/catalogs.md#inventory). */
export type InventoryEntry = {
  sku_ref?: string | null;
  option_ref?: string | null;
  stock: DecimalString | null;
  /** A Time from which the stock is unlimited again. */
  expires_at?: string | null;
};

/** The ref of a sku or an option; null when it has none. */
export type StockRef = { sku_ref: string | null | undefined } | { option_ref: string | null | undefined };

/**
 * Whether the stock of a sku or option covers the quantity, by default the smallest above zero. The stock is unlimited
 * without a ref, without an entry, without a stock in the entry, and once the entry has expired.
 */
export function isInStock(
  inventory: readonly InventoryEntry[],
  ref: StockRef,
  situation: Pick<Situation, 'at' | 'quantity'>,
): boolean {
  const entry = entryOf(inventory, ref);
  if (entry?.stock == null || isExpired(entry, situation.at)) return true;
  return isWithin(entry.stock, situation);
}

function entryOf(inventory: readonly InventoryEntry[], ref: StockRef): InventoryEntry | undefined {
  const [kind, value] =
    'sku_ref' in ref ? (['sku_ref', ref.sku_ref] as const) : (['option_ref', ref.option_ref] as const);
  return value == null ? undefined : inventory.find((entry) => entry[kind] === value);
}

const isExpired = ({ expires_at }: InventoryEntry, at: Date): boolean =>
  expires_at != null && at.getTime() >= Date.parse(expires_at);
