import { beforeAll, expect, test } from '@jest/globals';
import { loadModule, parseSync } from 'libpg-query';
import { unboundTables } from '../src/accounts/unbound-tables.ts';

const tables = new Map([
  ['orders', ['account_id', 'id', 'location_id', 'status']],
  ['locations', ['account_id', 'id', 'name']],
  ['accounts', ['id', 'user_id']],
  ['outbox', ['seq', 'body']],
]);

beforeAll(() => loadModule());

const unboundIn = (text: string) => unboundTables((parseSync(text) as any).stmts[0].stmt, tables);

test.each([
  ['a parameter', 'select id from orders where account_id = $1 and id = $2'],
  ['an array of parameters', 'select from orders where account_id = any ($1::text[])'],
  ['a list of parameters', 'select from orders where account_id in ($1, $2)'],
  ['a row of values', 'select from orders where (account_id, id) = ($1, $2)'],
  [
    'a join',
    'select from orders o join locations l on l.account_id = o.account_id and l.id = $2 where o.account_id = $1',
  ],
  ['a join by name', 'select from orders join locations using (account_id) where orders.account_id = $1'],
  [
    'an outer join',
    'select from orders o left join locations l on l.account_id = o.account_id where o.account_id = $1',
  ],
  ['the id of an account', 'select from orders o join accounts a on o.account_id = a.id where a.id = $1'],
  [
    'arrays as rows',
    'select from unnest($1::text[], $2::text[]) as k (account_id, id) join orders using (account_id, id)',
  ],
  [
    'rows of a query',
    'select from orders where (account_id, id) in (select account_id, id from locations where account_id = $1)',
  ],
  [
    'an outer query',
    'select (select name from locations l where l.account_id = o.account_id) from orders o where account_id = $1',
  ],
  [
    'a lateral query',
    'select from unnest($1::text[]) as a cross join lateral (select from orders where account_id = a) o',
  ],
  [
    'a subquery',
    'select from (select account_id from orders where account_id = $1) o join locations l using (account_id)',
  ],
  ['values', 'insert into orders (account_id, id) values ($1, $2) on conflict do nothing'],
  [
    'a query',
    'with gone as (delete from orders where account_id = $1 returning *) insert into locations (account_id) select account_id from gone',
  ],
  [
    'an update',
    'update orders o set status = $2 from locations l where l.account_id = $1 and o.account_id = l.account_id',
  ],
  [
    'both parts of a union',
    'select from orders where account_id = $1 union all select from locations where account_id = $1',
  ],
  ['no table of accounts', 'select body from outbox where seq > $1'],
])('an account comes from %s', (_from, text) => expect(unboundIn(text)).toEqual([]));

test.each<[string, string, string[]]>([
  ['no condition', 'select count(*) from orders', ['orders']],
  ['a whole table', 'truncate orders', ['orders']],
  ['an id alone', 'update orders o set status = $2 where o.id = $1', ['orders o']],
  ['a range', 'select from orders where (account_id, id) > ($1, $2)', ['orders']],
  ['an alternative', 'select from orders where $1::text is null or account_id = $1', ['orders']],
  [
    'a join by id',
    'select from orders o join locations l on l.id = o.location_id where o.account_id = $1',
    ['locations l'],
  ],
  ['a join of two unbound', 'select from orders o join locations l using (account_id)', ['orders o', 'locations l']],
  [
    'the condition of an outer join',
    'select from orders o left join locations l on l.account_id = o.account_id and o.account_id = $1',
    ['orders o', 'locations l'],
  ],
  [
    'a negated condition',
    'select from orders o where not exists (select from locations l where l.account_id = o.account_id and l.account_id = $1)',
    ['orders o'],
  ],
  ['one part of a union', 'select from orders where account_id = $1 union all select from locations', ['locations']],
  [
    'a filter outside',
    'with found as materialized (select * from orders limit 10) select from found where account_id = $1',
    ['orders'],
  ],
  ['a deletion in an expression', 'with gone as (delete from orders where id = $1) select 1', ['orders']],
  ['an insert without it', 'insert into orders (id) values ($1)', ['orders']],
  ['a subquery of a value', 'select $1 = (select status from orders where id = $2)', ['orders']],
  [
    'a recursive query',
    `with recursive t as (select account_id, id from orders where id = $1
       union all select o.account_id, o.id from t join orders o on o.account_id = t.account_id) select from t`,
    ['orders'],
  ],
])('%s leaves a table unbound', (_what, text, expected) => expect(unboundIn(text)).toEqual(expected));
