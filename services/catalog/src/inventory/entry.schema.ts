/** The entries of an inventory in requests and responses (docs/api/catalogs.md#inventory). */
import { Decimal, decimalSchema } from '@order-hub/shared/decimal';
import { listOf } from '@order-hub/shared/lists';
import { nameText } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const entriesMax = 25_000;
const decimalsMax = 3;

const stock = decimalSchema
  .refine((text) => {
    const value = new Decimal(text);
    return !value.isNegative() && value.decimalPlaces() <= decimalsMax;
  }, 'must not be negative, and have at most 3 decimals')
  .nullable()
  .describe('How much there is; null removes the entry: then there is no limit.');

type Sent = { sku_ref?: unknown; option_ref?: unknown; stock: string | null; expires_at?: unknown };

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** What an entry may not be, with the field to blame. */
const rules: [isBroken: (sent: Sent) => boolean, field: string, why: string][] = [
  [({ sku_ref, option_ref }) => !isGiven(sku_ref) && !isGiven(option_ref), 'sku_ref', 'or option_ref must be given'],
  [
    ({ sku_ref, option_ref }) => isGiven(sku_ref) && isGiven(option_ref),
    'option_ref',
    'must not be given with sku_ref',
  ],
  [
    ({ stock, expires_at }) => isGiven(expires_at) && (stock === null || !new Decimal(stock).isZero()),
    'expires_at',
    'can be given with the stock 0 only',
  ],
];

const entry = z
  .object({
    sku_ref: nameText.nullish().describe('The ref of a sku of the catalog.'),
    option_ref: nameText.nullish().describe('The ref of an option of the catalog, in place of `sku_ref`.'),
    stock,
    expires_at: timeSchema.nullish().describe('With the stock `0`: when it is available again.'),
  })
  .superRefine((sent, { addIssue }) => {
    for (const [isBroken, field, message] of rules) {
      if (isBroken(sent)) addIssue({ code: 'custom', path: [field], message });
    }
  })
  .meta({ id: 'InventoryChange', description: 'How much of a sku or an option there is.' });

/** The body of both updates. */
export const inventoryChange = listOf(entry, entriesMax);

export type InventoryChange = z.output<typeof inventoryChange>;

/** One entry of an inventory. */
export const entryView = z
  .object({
    sku_ref: z.string().optional().describe('The ref of the sku.'),
    option_ref: z.string().optional().describe('The ref of the option, in place of `sku_ref`.'),
    stock: decimalSchema.nullable().describe('How much there is; null: no limit any more.'),
    expires_at: timeSchema.nullable().describe('When it is available again.'),
  })
  .meta({ id: 'InventoryEntry', description: 'How much of a sku or an option there is.' });

export const inventoryView = z
  .array(entryView)
  .meta({ id: 'Inventory', description: 'The entries of a catalog in a location. What has no entry is not limited.' });
