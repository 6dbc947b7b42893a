import type { Migration } from '@order-hub/shared/migration';

/**
 * The beginnings of names, folded (docs/decisions/0097-one-rule-folds-text.md). An entry of an index has room for 2,700 bytes.
 * The release before uses the indexes `accounts_name` and `locations_name`, which the next one removes.
 */
export const foldedNames: Migration = {
  name: '0034-folded-names',
  up: [
    `create or replace function folded_name(name text) returns text
      language sql immutable strict parallel safe
      return left(folded_text(name), 300) collate "C"`,
    'drop index concurrently if exists accounts_folded_name',
    'create index concurrently accounts_folded_name on accounts (folded_name(name) collate "C")',
    'drop index concurrently if exists locations_folded_name',
    'create index concurrently locations_folded_name on locations (folded_name(name) collate "C")',
  ],
  down: [
    'drop index concurrently if exists locations_folded_name',
    'drop index concurrently if exists accounts_folded_name',
    'drop function if exists folded_name(text)',
  ],
};
