/**
 * An update of an element, such as an item (docs/api/orders.md#element-updates): a new element without an id, a deletion (`id`
 * and `deleted: true`), or a private ref (`id` and `private_ref`).
 */
import { issueWithin } from '@order-hub/shared/issue-codes';
import { listOf } from '@order-hub/shared/lists';
import { clearable } from '@order-hub/shared/optional';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { coded } from '@order-hub/shared/rules';
import { nameText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { chargeCreate, discountCreate, itemCreate, paymentCreate } from './element.schema.ts';
import { elementsMax } from './element-limits.ts';

const id = nameText.describe('The id of an element of the order.');
const deletion = z
  .object({
    id,
    deleted: z.literal(true, 'must be true: a deletion cannot be undone').describe('Marks the element as deleted.'),
  })
  .meta({ id: 'ElementDeletion', description: 'Deletes an element: its id, and no other field.' });
const privateRef = z
  .object({ id, private_ref: clearable(privateRefSchema).describe('Your reference of the element; null removes it.') })
  .meta({
    id: 'ElementPrivateRef',
    required: ['id', 'private_ref'],
    description: 'Sets your private ref of an element: its id, and no other field.',
  });

type ElementDeletion = z.output<typeof deletion>;
type ElementPrivateRef = z.output<typeof privateRef>;

/** An entry of an updated collection. */
export type ElementUpdate<NewElement> =
  | { change: 'add'; element: NewElement }
  | ({ change: 'delete' } & ElementDeletion)
  | ({ change: 'private_ref' } & ElementPrivateRef);

const hasId = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  value.id !== null &&
  value.id !== undefined &&
  value.id !== '';

const fieldsBesideId = (value: Record<string, unknown>) => Object.keys(value).filter((name) => name !== 'id');

/** The change that an entry with an id asks for; undefined unless it has exactly one field more. */
function requestedChange(value: Record<string, unknown>): 'delete' | 'private_ref' | undefined {
  const [field, ...others] = fieldsBesideId(value);
  if (others.length > 0) return undefined;
  if (field === 'deleted') return 'delete';
  return field === 'private_ref' ? 'private_ref' : undefined;
}

const ruleText =
  'is an element of the order already: send its id with either "deleted": true or a "private_ref" and no other field; to change an element, delete it and add a new one';

/** The updates of a collection; null, like an absent collection, leaves it alone. */
function elementUpdates<NewElement extends z.ZodType>(addition: NewElement) {
  type Entry = ElementUpdate<z.output<NewElement>>;
  const schemas: Record<Entry['change'], z.ZodType<Entry>> = {
    add: addition.transform((element): Entry => ({ change: 'add', element })),
    delete: deletion.transform((given): Entry => ({ change: 'delete', ...given })),
    private_ref: privateRef.transform((given): Entry => ({ change: 'private_ref', ...given })),
  };
  const entry = z
    .unknown()
    .transform((value, { issues }): Entry => {
      const change = hasId(value) ? requestedChange(value) : 'add';
      if (!change) {
        issues.push({ code: 'custom', params: coded('not_allowed'), message: ruleText, input: value });
        return z.NEVER;
      }
      const { success, data, error } = schemas[change].safeParse(value);
      if (success) return data;
      for (const issue of error.issues) issues.push(issueWithin([], issue, value));
      return z.NEVER;
    })
    .meta({ documentedAs: z.xor([addition, deletion, privateRef]) });
  return clearable(listOf(entry, elementsMax));
}

/** The four collections of an update. */
export const elementsUpdate = {
  items: elementUpdates(itemCreate).describe('Items to add, to delete, or to give your private ref.'),
  discounts: elementUpdates(discountCreate).describe('Discounts to add, to delete, or to give your private ref.'),
  charges: elementUpdates(chargeCreate).describe('Charges to add, to delete, or to give your private ref.'),
  payments: elementUpdates(paymentCreate).describe('Payments to add, to delete, or to give your private ref.'),
};

export type ElementsUpdate = z.output<z.ZodObject<typeof elementsUpdate>>;
