/** Turns what a person types into what is looked for (docs/api/back-office.md#orders). Pure. */
import { idFloor } from '@order-hub/shared/ids';
import { startOfDay } from '@order-hub/shared/local-moment';
import type { OrderSearch } from '@order-hub/shared/order-search-calls';

/** Orders with ids from `oldest` up to, but without, `before`. */
type IdRange = { oldest: string; before: string };

/** What the orders of a range are compared with, as it was typed; null does not filter. */
export type SearchTerms = {
  number: string | null;
  name: string | null;
  phone: string | null;
  status: string | null;
  channel: string | null;
};

/** Sorts after every id. */
const afterAllIds = '~';

const earlier = (one: string, other: string) => (one < other ? one : other);

/** Ids grow with the time of creation: days and the page are ranges of them. */
export function idRangeOf({ from, to, before = afterAllIds }: OrderSearch, timezone: string): IdRange {
  return {
    oldest: from === undefined ? '' : idFloor(startOfDay(from, timezone)),
    before: to === undefined ? before : earlier(before, idFloor(startOfDay(to, timezone, 1))),
  };
}

/** Spaces alone do not filter. */
const textOf = (text: string | undefined) => text?.trim() || null;

export const termsOf = ({ number, name, phone, status, channel }: OrderSearch): SearchTerms => ({
  number: textOf(number),
  name: textOf(name),
  phone: textOf(phone),
  status: status ?? null,
  channel: textOf(channel),
});

/** Pages show so many characters of the id of an order without a number. */
export const shownOfId = 4;

const wholeId = /^[0-9a-z]{20}$/;

/** The id in a search by number; undefined if it cannot be one. */
export function idIn({ number }: SearchTerms): string | undefined {
  const id = number?.toLowerCase().replace(/^#/, '');
  return id !== undefined && wholeId.test(id) ? id : undefined;
}

/** The range of one id: no id has a space. */
export const rangeOfId = (id: string): IdRange => ({ oldest: id, before: `${id} ` });
