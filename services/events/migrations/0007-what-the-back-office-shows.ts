import type { Migration } from '@order-hub/shared/migration';

/**
 * How the last attempt of a callback ended, a few seconds old at most (docs/decisions/0029-the-last-attempt-of-a-callback.md).
 * `last_status` is null when there was no answer; then `last_fault` says why. The index finds the changes of a location.
 */
export const whatTheBackOfficeShows: Migration = {
  name: '0007-what-the-back-office-shows',
  up: `
    alter table callbacks
      add column last_attempt_at timestamptz,
      add column last_acknowledged boolean,
      add column last_status smallint,
      add column last_fault text;
    create index changes_location on changes ((ids::jsonb ->> 'location_id'), id)
      where ids::jsonb ->> 'location_id' is not null;
  `,
  down: `
    drop index changes_location;
    alter table callbacks
      drop column last_attempt_at, drop column last_acknowledged, drop column last_status, drop column last_fault;
  `,
};
