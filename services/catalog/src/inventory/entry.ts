/** The stock of a location, by the refs of a catalog (docs/api/catalogs.md#inventory). */
import type { AccountCaller } from '@order-hub/shared/caller';
import { forbidden, invalidFields, type FieldError } from '@order-hub/shared/errors';
import { isWithin } from '@order-hub/shared/placed-resource';
import { can, type Right, type Scope } from '@order-hub/shared/scopes';
import { formatTime, parseTime } from '@order-hub/shared/times';
import type { Catalog } from '../catalogs/catalog.ts';
import type { SentEntries } from './entry.schema.ts';

/** The stock of a ref. Null is not stored: it means no limit. */
export type Entry = { kind: 'sku' | 'option'; ref: string; stock: string | null; expires_at: Date | null };

/** The inventory of a catalog in a location. Its times are shown in `timezone`. */
export type Inventory = { account_id: string; catalog_id: string; location_id: string; timezone: string };

export const keyOf = ({ kind, ref }: Pick<Entry, 'kind' | 'ref'>) => `${kind} ${ref}`;

/** Entries as the API shows them, with times in the location's timezone. */
export const viewEntries = (entries: readonly Entry[], { timezone }: Inventory) =>
  entries.map(({ kind, ref, stock, expires_at }) => ({
    [`${kind}_ref`]: ref,
    stock,
    expires_at: expires_at && formatTime(expires_at, timezone),
  }));

/** The entries that a client sends. */
export const entriesOf = (sent: SentEntries): Entry[] =>
  sent.map(({ sku_ref, option_ref, stock, expires_at }) => ({
    ...(typeof sku_ref === 'string'
      ? { kind: 'sku' as const, ref: sku_ref }
      : { kind: 'option' as const, ref: option_ref ?? '' }),
    stock,
    expires_at: typeof expires_at === 'string' ? parseTime(expires_at) : null,
  }));

/** Throws 422 for each unknown or repeated ref, and for each time in the past. `known`: the refs that the catalog has. */
export function assertEntries(entries: readonly Entry[], known: ReadonlySet<string>, now: Date): void {
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const [index, entry] of entries.entries()) {
    const [key, field] = [keyOf(entry), `${index}.${entry.kind}_ref`];
    if (!known.has(key)) faults.push({ field, message: `is not the ref of a ${entry.kind} of the catalog` });
    if (seen.has(key)) faults.push({ field, message: 'is there twice' });
    if (entry.expires_at && entry.expires_at <= now) {
      faults.push({ field: `${index}.expires_at`, message: 'must be in the future' });
    }
    seen.add(key);
  }
  if (faults.length > 0) throw invalidFields(faults);
}

/** Whether an entry equals the stored one. `before` is undefined when none is stored. */
export const isSame = (entry: Entry, before: Entry | undefined): boolean =>
  entry.stock === (before?.stock ?? null) && entry.expires_at?.getTime() === before?.expires_at?.getTime();

/** Whether the catalog is within the caller's reach, and the location can use it. */
export const isUsable = (caller: AccountCaller, catalog: Catalog, location_id: string): boolean =>
  isWithin(caller, catalog) && (catalog.location_id === null || catalog.location_id === location_id);

const holdsInventory = ({ permissions }: Scope, right: Right) =>
  permissions.includes('inventory.write') || permissions.includes(`inventory.${right}`);

/**
 * Throws forbidden without the right. `inventory.…` covers every catalog of the location; the deprecated right that comes
 * with `catalog.…` covers only the catalog that the connection is bound to.
 */
export function assertInventoryRight(right: Right, { scope, catalog_id }: AccountCaller, { id }: Catalog): void {
  if (holdsInventory(scope, right)) return;
  if (can(scope, `inventory.${right}`) && catalog_id === id) return;
  throw forbidden(`The scope of this connection does not include inventory.${right} for this catalog`);
}
