/** How large an order may become (docs/api/limits.md#order-sizes): what is stored can always be announced. Pure. */
import { invalid, type FieldError } from '@order-hub/shared/errors';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import { collections, type Additions } from './order-elements.ts';
import type { Order } from './order.schema.ts';
import { elementsMax } from './sizes.schema.ts';

/** Of the order as JSON, and also of the private refs that all clients have set in it. A message holds each twice. */
const bytesMax = 1_048_576;

/** The collections that new elements would make too long. Deleted elements count: they stay in the order. */
export const sizeFaults = (order: Order, added: Additions): FieldError[] =>
  collections
    .filter((name) => added[name].length > 0 && order[name].length + added[name].length > elementsMax)
    .map((name) => ({
      field: name,
      message: `must have at most ${elementsMax.toLocaleString('en')} elements over the life of an order, deleted ones included`,
    }));

type Sized = { document: string; private_refs: PrivateRefs | null };

const refsBytes = ({ private_refs }: Sized) => (private_refs ? Buffer.byteLength(JSON.stringify(private_refs)) : 0);
const documentBytes = ({ document }: Sized) => Buffer.byteLength(document);

/** A unit of a text's length has at most three bytes in UTF-8. Counting them costs more than the rest of the check. */
const isSurelySmall = ({ document, private_refs }: Sized) => private_refs === null && document.length * 3 <= bytesMax;

/** Throws 422 for a change that makes an order too large. One that is too large already may still become smaller. */
export function assertOrderSize(after: Sized, before?: Sized): void {
  if (isSurelySmall(after)) return;
  const growsOver = (bytesOf: (sized: Sized) => number) => {
    const bytes = bytesOf(after);
    return bytes > bytesMax && (!before || bytes > bytesOf(before));
  };
  if (growsOver(documentBytes)) throw invalid('', 'makes an order of more than 1 MiB of JSON');
  if (growsOver(refsBytes)) throw invalid('private_ref', 'is one too many: the private refs of an order have 1 MiB');
}
