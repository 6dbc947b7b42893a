import type { Migration } from '@order-hub/shared/migration';

/**
 * Days on which a location is closed although its week says open: all day, or from `closed_from` to `closed_to`. `day` is a date by
 * the clocks of the location, and lasts until its cut-off time. `look_at`: when a loop looks at the day next. `paused_until`: up to
 * when the day has had its say; it pauses nothing again before.
 */
export const specialDays: Migration = {
  name: '0030-special-days',
  up: `
    create table special_days (
      account_id text collate "C" not null references accounts,
      location_id text collate "C" not null references locations,
      day text collate "C" not null,
      closed_from text,
      closed_to text,
      note text,
      look_at timestamptz not null,
      paused_until timestamptz,
      constraint special_days_day primary key (location_id, day)
    );
    create index special_days_look_at on special_days (look_at);
  `,
  down: `
    drop table special_days;
  `,
};
