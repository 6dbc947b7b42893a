/** Finds orders of one location by what their documents say. Each query has a bounded cost, however many orders there are. */
import type { Queryable } from '@order-hub/shared/database';
import { shownOfId, type SearchTerms } from './order-search.ts';

type SearchScope = { account_id: string; location_id: string; oldest: string; before: string };

/** A page is full, or ends where as many orders or bytes were read as one query may. */
type SearchLimits = { count: number; ordersMax: number; bytesMax: number };

/** `is_match`: false only for the last order that was read. `is_end`: nothing after it was read; `has_more`: there is more. */
export type SearchedRow = {
  id: string;
  is_match: boolean;
  is_end: boolean;
  has_more: boolean;
  timezone: string;
  ref: string | null;
  collection_code: string | null;
  status: string;
  channel: string;
  created_by: string;
  service_type: string | null;
  created_at: string;
  expected_time: string | null;
  confirmed_time: string | null;
  items: number;
  total: string;
  paid: string;
  customer_name: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  postal_code: string | null;
  city: string | null;
};

/** The orders to read, newest first, and for each what was read up to it. Its size is known without reading its document. */
const weighed = `
  select candidates.*, row_number() over newest as place, sum(bytes) over newest as weight, lead(bytes) over newest as next_bytes
  from (
    select id, status, created_by, timezone, document, octet_length(document) as bytes from orders
    where account_id = $1 and location_id = $2 and id >= $3 and id < $4 and ($9::text is null or status = $9)
    order by id desc limit $12::integer + 1
  ) as candidates
  window newest as (order by id desc)`;

/** What is sought, folded once. A text that becomes empty finds nothing. */
const sought = `
  select nullif(regexp_replace(folded_text($6), '^# *(.)', '\\1'), '') as number,
    string_to_array(nullif(sought_words($7), ''), ' ') as words, sought_digits($8) as digits,
    nullif(folded_text($10), '') as channel`;

const contains = (text: string, part: string) => `position(${part} in folded_text(coalesce(${text}, ''))) > 0`;

const contact = `concat_ws(' ', person.first_name, person.last_name, person.company_name, person.email)`;

const hasWords = `sought.words is not null and not exists (
    select from (select folded_text(${contact}) as folded) as shown, unnest(sought.words) as word
    where position(word in shown.folded) = 0)`;

const matches = `
  ($6::text is null or weighed.id = sought.number or right(weighed.id, ${shownOfId}) = sought.number
    or ${contains('facts.ref', 'sought.number')} or ${contains('facts.collection_code', 'sought.number')})
  and ($7::text is null or ${hasWords})
  and ($8::text is null or position(sought.digits in phone_digits(coalesce(person.phone, ''))) > 0)
  and ($10::text is null or ${contains('facts.channel', 'sought.channel')})`;

const kept = (elements: string) =>
  `from json_array_elements(${elements}) as element where element ->> 'deleted' = 'false'`;

const itemCount = `(select count(*)::integer ${kept('items')})`;
const paidSum = `(select coalesce(sum(split_part(element ->> 'amount', ' ', 1)::numeric), 0)::text ${kept('payments')})`;

const statement = `select id, is_match, is_end, has_more, timezone, ref, collection_code, status, channel, created_by, service_type,
       created_at, expected_time, confirmed_time, total, customer_name, email, phone, postal_code, city,
       nullif(concat_ws(', ', address_1, address_2), '') as address,
       ${itemCount} as items,
       ${paidSum} as paid
     from (
       select weighed.id, weighed.status, weighed.created_by, weighed.timezone, facts.*, person.*, weighed.place,
         nullif(concat_ws(' ', person.first_name, person.last_name), '') as customer_name,
         coalesce((${matches}), false) as is_match,
         (next_bytes is null or place = $12::integer or weight + next_bytes > $11::bigint) as is_end,
         next_bytes is not null as has_more
       from (${weighed}) as weighed
       cross join (${sought} offset 0) as sought
       cross join lateral json_to_record(weighed.document::json) as facts (ref text, collection_code text, channel text,
         service_type text, created_at text, expected_time text, confirmed_time text, total text, items json,
         payments json, customer json)
       cross join lateral json_to_record(coalesce(facts.customer, '{}')) as person (first_name text, last_name text, company_name text,
         email text, phone text, address_1 text, address_2 text, postal_code text, city text)
       where place <= $12::integer and (place = 1 or weight <= $11::bigint)
     ) as searched
     where is_match or is_end order by id desc limit $5::integer + 1`;

/** The matches among the next orders before `before`, newest first, and the last order that was read. */
export async function findOrders(
  db: Queryable,
  { account_id, location_id, oldest, before }: SearchScope,
  { number, name, phone, status, channel }: SearchTerms,
  { count, ordersMax, bytesMax }: SearchLimits,
): Promise<SearchedRow[]> {
  const { rows } = await db.query<SearchedRow>(statement, [
    account_id,
    location_id,
    oldest,
    before,
    count,
    number,
    name,
    phone,
    status,
    channel,
    bytesMax,
    ordersMax,
  ]);
  return rows;
}
