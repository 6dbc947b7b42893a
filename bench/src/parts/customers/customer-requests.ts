/** Requests to a customers service with a filled list, for customers from the whole list. */
import { signCallerToken } from '@order-hub/shared/caller-token';
import { testSigningKeys } from '@order-hub/testing/keys';
import { customerAt } from './customers-fill.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import { aCaller } from '../../harness/samples.ts';

const variants = 500;

/** A list with `count` customers. `ids` are those of some of them. */
export type FilledList = { path: string; count: number; ids: string[] };

/** Headers with a caller token, valid for a minute. */
export async function customerHeaders(): Promise<Record<string, string>> {
  const caller = { ...aCaller, scope: 'account[all_customer_lists.write]', location: null };
  const token = await signCallerToken(testSigningKeys.gateway, { caller, to: 'customers' }, new Date());
  return { 'x-hub-caller': token, 'content-type': 'application/json' };
}

/** The body of a creation. */
export const customerBody = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', birth_date: '1985-12-10', address_1: '10 rue du Bac' },
  ...{ postal_code: '75007', city: 'Paris', country: 'FR', sms_marketing: true },
};

/** Indexes of customers of the measured list, spread evenly over it. */
const someIndexes = (count: number) =>
  Array.from({ length: variants }, (_, at) => Math.floor((count / variants) * at)).map((index) =>
    index % 11 === 10 ? index - 1 : index,
  );

const email = (index: number) => customerAt(index).email;
const beforeAt = (text: string) => text.slice(0, text.indexOf('@'));

/** Filters whose cost must not grow with the list. */
const filters = {
  'private ref': (index: number) => ({ private_ref: customerAt(index).private_ref }),
  email: (index: number) => ({ email: email(index) }),
  phone: (index: number) => ({ phone: customerAt(index).phone }),
  'beginning of an email': (index: number) => ({ email: `${beforeAt(email(index)).slice(0, -2)}*` }),
  'middle of an email': (index: number) => ({ email: `*${beforeAt(email(index)).slice(-5)}*` }),
  'end of a phone': (index: number) => ({ phone: `*${customerAt(index).phone.slice(-7)}` }),
};

/** Filters that many customers match, or of which each part matches many. */
export const hardFilters = [
  { email: 'ada*' },
  { email: 'ada.m*' },
  { phone: '+336*' },
  { email: '*gmail*' },
  { email: '*com*gmail*' },
  { email: '*q*x*' },
  { email: 'a*b*c*' },
  { email: '*ü*' },
  { email: '*gmail*', phone: '*6789*' },
  { phone: '*1*2*' },
];

const text = (filter: Record<string, string>) => new URLSearchParams(filter).toString();

/** A request that lists customers by a filter. */
export const searchRequest = (
  { path }: FilledList,
  filter: Record<string, string>,
  headers: Record<string, string>,
): LoadRequest => ({ method: 'GET', path: `${path}?${text(filter)}`, headers });

type MakeRequests = (list: FilledList, headers: Record<string, string>) => LoadRequest[];

const searches = Object.entries(filters).map(([name, filterAt]): [string, MakeRequests] => [
  `list by ${name}`,
  (list, headers) => someIndexes(list.count).map((index) => searchRequest(list, filterAt(index), headers)),
]);

/** The requests of each operation. */
export const customerOperations: Record<string, MakeRequests> = {
  create: ({ path }, headers) =>
    someIndexes(1_000_000).map((index) => {
      const { email: address, phone } = customerAt(index);
      return { method: 'POST', path, headers, body: JSON.stringify({ ...customerBody, email: address, phone }) };
    }),
  retrieve: ({ path, ids }, headers) => ids.map((id) => ({ method: 'GET', path: `${path}/${id}`, headers })),
  'list of 100': (list, headers) => [searchRequest(list, {}, headers)],
  ...Object.fromEntries(searches),
};
