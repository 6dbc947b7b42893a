/** The entries of an inventory in requests and responses (docs/api/catalogs.md#inventory). */
import { Decimal, decimalSchema, decimalText } from '@order-hub/shared/decimal';
import { listOf } from '@order-hub/shared/lists';
import { clearable, clearableTime } from '@order-hub/shared/optional';
import { crossFieldRule, rule } from '@order-hub/shared/rules';
import { nameText } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const entriesMax = 25_000;

/** The size of the body of a PUT or a PATCH. */
export const entriesBytesMax = 2_097_152;

const decimalsMax = 3;

function isStock(text: string): boolean {
  const value = new Decimal(text);
  return !value.isNegative() && value.decimalPlaces() <= decimalsMax;
}

const stock = decimalSchema
  .check(rule(isStock, 'not_a_number', 'must not be negative, and have at most 3 decimals'))
  .nullable()
  .describe('The quantity; null removes the entry, and the quantity is unlimited.');

/** The fields of which an entry has one: it names a sku or an option of the catalog. */
export const nameFields = ['sku_ref', 'option_ref', 'sku_id', 'option_id'] as const;

const entry = z
  .object({
    sku_ref: clearable(nameText).describe('The ref of a sku of the catalog.'),
    option_ref: clearable(nameText).describe('The ref of an option of the catalog, in place of `sku_ref`.'),
    sku_id: clearable(nameText).describe('The id of a sku of the catalog that has a ref, in place of `sku_ref`.'),
    option_id: clearable(nameText).describe(
      'The id of an option of the catalog that has a ref, in place of `sku_ref`.',
    ),
    stock,
    expires_at: clearableTime.describe('With the stock `0`: when it is available again.'),
  })
  .check(
    crossFieldRule((sent, fault) => {
      const [named, ...others] = nameFields.filter((field) => sent[field] != null);
      if (named === undefined) fault('missing', 'must be given, or one of option_ref, sku_id and option_id', 'sku_ref');
      for (const field of others) fault('inconsistent', `must not be given with ${named ?? ''}`, field);
      const isOut = sent.stock !== null && new Decimal(sent.stock).isZero();
      if (sent.expires_at != null && !isOut) fault('inconsistent', 'can only be given with stock 0', 'expires_at');
    }),
  )
  .meta({ id: 'InventoryChange', description: 'The quantity of a sku or an option.' });

/** The body of a PUT and of a PATCH. */
export const sentEntries = listOf(entry, entriesMax);

export type SentEntries = z.output<typeof sentEntries>;

/** One entry of an inventory. */
export const entryView = z
  .object({
    sku_ref: z.string().optional().describe('The ref of the sku.'),
    option_ref: z.string().optional().describe('The ref of the option, in place of `sku_ref`.'),
    stock: decimalText.nullable().describe('The quantity; null: unlimited again.'),
    expires_at: timeSchema.nullable().describe('When it is available again.'),
  })
  .meta({ id: 'InventoryEntry', description: 'The quantity of a sku or an option.' });

export const inventoryView = z.array(entryView).meta({
  id: 'Inventory',
  description: 'The entries of a catalog in a location. A ref without an entry is unlimited.',
});
