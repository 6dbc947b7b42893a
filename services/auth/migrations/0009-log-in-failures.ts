import type { Migration } from '@order-hub/shared/migration';

/**
 * How often somebody has tried to log in, confirm or sign up: a row per email address, browser, session or remote address,
 * by the digest of its name, so that the table holds no addresses of strangers. Until `waits_until` no further attempt is
 * taken. `known_browsers`: the browsers in which a user has logged in, by the digests of their cookies.
 */
export const logInFailures: Migration = {
  name: '0009-log-in-failures',
  up: `
    create table attempts (
      key_digest text collate "C" primary key,
      count integer not null,
      counted_at timestamptz not null,
      waits_until timestamptz not null
    );
    create index attempts_counted_at on attempts (counted_at);
    create table known_browsers (
      user_id text collate "C" not null references users,
      browser_digest text collate "C" not null,
      seen_at timestamptz not null,
      primary key (user_id, browser_digest)
    );
  `,
  down: `
    drop table known_browsers;
    drop table attempts;
  `,
};
