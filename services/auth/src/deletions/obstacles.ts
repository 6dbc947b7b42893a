/** `1 location`, `2 locations`: what stands in the way of a deletion. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What other services keep for a place. */
type Kept = { orders: boolean; catalogs: boolean; customer_lists: boolean };

/** Why a place with this cannot be deleted, in a sentence that says what to do; undefined when nothing stands in the way. */
export function obstacleOf(place: string, { orders, catalogs, customer_lists }: Kept): string | undefined {
  if (orders) return `The ${place} has orders, which its books need: suspend it instead`;
  if (catalogs) return `The ${place} has catalogs: delete them first`;
  if (customer_lists) return `The ${place} has customer lists: delete them first`;
  return undefined;
}
