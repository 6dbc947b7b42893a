import type { Migration } from '@order-hub/shared/migration';

export const announcedTimezones: Migration = {
  name: '0014-announced-timezones',
  up: `
    -- The timezone that the other services know. The release before does not write it, and did not tell them.
    alter table locations add column announced_timezone text;
    create index locations_unannounced on locations (id) where announced_timezone is distinct from timezone;
  `,
  down: `
    drop index locations_unannounced;
    alter table locations drop column announced_timezone;
  `,
};
