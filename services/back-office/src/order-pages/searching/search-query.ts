import type { UserVisit } from '@order-hub/pages/visit';
import { orderFilters, type OrderFilters } from '@order-hub/shared/order-search-calls';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { openSearch, type Searcher } from './open-search.ts';

/** What the longest search becomes is shorter. */
const sealedCharsMax = 6_000;

/** The query of pages about found orders. `before`: where the page starts. */
export const searchQuery = {
  search: textUpTo(sealedCharsMax).optional(),
  before: textUpTo(64).optional(),
};

const empty = (text: string) => text.trim() || undefined;
const filled = (schema: z.ZodType<string | undefined, string | undefined>) =>
  z.string().transform(empty).pipe(schema).optional();

const { number, name, phone, status, channel, from, to } = orderFilters;

/** The form of a search. An empty field does not filter. */
export const searchForm = z.object({
  number: filled(number),
  name: filled(name),
  phone: filled(phone),
  status: filled(status),
  channel: filled(channel),
  from: filled(from),
  to: filled(to),
});

export const searcherOf = ({ user }: UserVisit, location_id: string): Searcher => ({ location_id, user_id: user.id });

/** Those in the kitchen do not search for customers. */
export function allowedSearch({ place }: UserVisit, search: OrderFilters): OrderFilters {
  if (place?.role !== 'kitchen') return search;
  const { name: _name, phone: _phone, ...allowed } = search;
  return allowed;
}

type Keys = { formKeys: readonly string[] };

/** What is searched for; undefined if it cannot be opened any more. */
export async function searchIn(
  visit: UserVisit,
  location_id: string,
  sealed: string | undefined,
  { formKeys }: Keys,
): Promise<OrderFilters | undefined> {
  if (sealed === undefined) return {};
  const search = await openSearch(formKeys, searcherOf(visit, location_id), sealed);
  return search && allowedSearch(visit, search);
}
