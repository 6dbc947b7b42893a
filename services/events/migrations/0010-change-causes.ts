import type { Migration } from '@order-hub/shared/migration';

/** The request behind a change, for its receivers. Changes of the release before, and of what the hub does by itself, have none. */
export const changeCauses: Migration = {
  name: '0010-change-causes',
  up: 'alter table changes add column request_id text, add column traceparent text;',
  down: 'alter table changes drop column request_id, drop column traceparent;',
};
