import type { Migration } from '../../data/migration.ts';

/**
 * What operators need to work on parked messages (docs/decisions/0021-rejected-messages-are-parked.md). The indexes find them
 * in an outbox of any length. `retries` counts how often an operator sent a message again: a message that is parked once more
 * is another row.
 */
export const parkedMessages: Migration = {
  name: 'parked-messages',
  up: `
    create index outbox_parked on outbox (id collate "C") where parked_at is not null;
    create index outbox_parked_topic on outbox (topic, id collate "C") where parked_at is not null;
    create table retries (
      message_id text collate "C" primary key,
      times integer not null default 1,
      retried_at timestamptz not null default now()
    );
    create index retries_retried_at on retries (retried_at);
  `,
  down: 'drop table retries; drop index outbox_parked_topic; drop index outbox_parked;',
};
