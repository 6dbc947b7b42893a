import type { Migration } from '@order-hub/shared/migration';
import { foldedNames } from './0034-folded-names.ts';

/** The indexes of the search by name before 0034, which no release uses that knows that one. */
export const oneNameIndex: Migration = {
  name: '0039-one-name-index',
  needs: foldedNames.name,
  up: ['drop index concurrently if exists accounts_name', 'drop index concurrently if exists locations_name'],
  down: [
    'drop index concurrently if exists accounts_name',
    'create index concurrently accounts_name on accounts ((lower(name collate "pg_c_utf8") collate "C"))',
    'drop index concurrently if exists locations_name',
    'create index concurrently locations_name on locations ((lower(name collate "pg_c_utf8") collate "C"))',
  ],
};
