import type { Migration } from '@order-hub/shared/migration';

/**
 * Customers by the folded words of their names and email, and by the digits of their phone
 * (docs/decisions/0097-one-rule-folds-text.md). The index computes both, so that customers whom the release before writes are
 * found too. That release searches by `customers_names` and its functions, which the next one removes.
 */
export const foldedCustomers: Migration = {
  name: '0011-folded-customers',
  up: [
    `create or replace function folded_customer_words(fields text) returns text
      language sql immutable parallel safe
      return searched_words(
        left(coalesce(fields::json ->> 'last_name', ''), 300) || ' '
        || left(coalesce(fields::json ->> 'first_name', ''), 300) || ' '
        || left(coalesce(fields::json ->> 'company_name', ''), 300) || ' '
        || coalesce(fields::json ->> 'email', ''))`,
    `create or replace function folded_customer_digits(fields text) returns text
      language sql immutable parallel safe
      return right(phone_digits(coalesce(fields::json ->> 'phone', '')), 20)`,
    'drop index concurrently if exists customers_folded',
    `create index concurrently customers_folded on customers
      using gin (name_grams(customer_list_id, folded_customer_words(fields), folded_customer_digits(fields)))
      with (fastupdate = off)`,
  ],
  down: [
    'drop index concurrently if exists customers_folded',
    'drop function if exists folded_customer_digits(text)',
    'drop function if exists folded_customer_words(text)',
  ],
};
