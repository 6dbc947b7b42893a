import type { Migration } from '@order-hub/shared/migration';

/** Customers by the words of their names and the digits of their phone (docs/decisions/0089-customers-by-name.md). */
export const customerNames: Migration = {
  name: '0009-customer-names',
  up: `
    -- The words of a text: in lower case, without accents, one space between two. The same for what is stored and what is typed.
    create function text_words(value text) returns text
      language sql immutable parallel safe
      return trim(regexp_replace(
        regexp_replace(normalize(lower(left(value, 300) collate "pg_c_utf8"), nfd), '[\\u0300-\\u036f]+', '', 'g')
          collate "pg_c_utf8",
        '[^[:alnum:]]+', ' ', 'g'));

    create function customer_words(fields text) returns text
      language sql immutable parallel safe
      return text_words(
        left(coalesce(fields::json ->> 'last_name', ''), 100) || ' '
        || left(coalesce(fields::json ->> 'first_name', ''), 100) || ' '
        || left(coalesce(fields::json ->> 'company_name', ''), 100));

    create function customer_digits(fields text) returns text
      language sql immutable parallel safe
      return right(regexp_replace(coalesce(fields::json ->> 'phone', ''), '[^0-9]', '', 'g'), 15);

    -- The beginnings of words, and three digits in a row wherever they are, as numbers that begin with that of the list
    -- (0002-customers). Two marks (1) before each word make that a word is found by its beginning only.
    create function name_grams(customer_list_id text, words text, digits text) returns bigint[]
      language sql immutable parallel safe
      return array(
        select distinct customer_gram(customer_list_id, field, substr(part, at, 3))
        from (select 'word' as field, chr(1) || chr(1) || word as part
              from unnest(string_to_array(words, ' ')) as word where word <> ''
              union all
              select 'digits', digits where digits is not null) as searched,
             lateral generate_series(1, length(part) - 2) as at);

    create index customers_names on customers
      using gin (name_grams(customer_list_id, customer_words(fields), customer_digits(fields))) with (fastupdate = off);
  `,
  down: `
    drop index customers_names;
    drop function name_grams(text, text, text);
    drop function customer_digits(text);
    drop function customer_words(text);
    drop function text_words(text);
  `,
};
