/** How large an order may become (docs/api/limits.md#order-sizes), so that its messages stay within their limit. Pure. */
import { invalid } from '@order-hub/shared/errors';
import type { PrivateRefs } from '@order-hub/shared/private-ref';

/** Of the order as JSON, and of the private refs that all clients have set in it. A message holds each twice. */
export const orderBytesMax = 1_048_576;

type SizedOrder = { document: string; private_refs: PrivateRefs | null };

const refsBytes = ({ private_refs }: SizedOrder) =>
  private_refs ? Buffer.byteLength(JSON.stringify(private_refs)) : 0;
const documentBytes = ({ document }: SizedOrder) => Buffer.byteLength(document);

/** Spares most orders the counting: a unit of a text's length has at most three bytes in UTF-8. */
const isSurelySmall = ({ document, private_refs }: SizedOrder) =>
  private_refs === null && document.length * 3 <= orderBytesMax;

/** 422 for a change that makes an order too large. */
export const tooLarge = (): Error => invalid('', 'too_large', 'makes an order of more than 1 MiB of JSON');

/** Throws 422 for a change that makes an order too large. An order that is too large already may still become smaller. */
export function assertOrderSize(after: SizedOrder, before?: SizedOrder): void {
  if (isSurelySmall(after)) return;
  const growsOver = (bytesOf: (order: SizedOrder) => number) => {
    const bytes = bytesOf(after);
    return bytes > orderBytesMax && (!before || bytes > bytesOf(before));
  };
  if (growsOver(documentBytes)) throw tooLarge();
  if (growsOver(refsBytes))
    throw invalid('private_ref', 'too_large', 'is one too many: the private refs of an order may have at most 1 MiB');
}
