import type { Migration } from '@order-hub/shared/migration';

/**
 * What a user has to prove the log-in with, beside the password: authenticator apps (`totp_secret`, encrypted; `last_step`: the
 * step of the last accepted code) and passkeys. `second_factor_since`: null for a user who has none. A pending session waits
 * for the second factor: the password was right, in the browser with this cookie.
 */
export const secondFactors: Migration = {
  name: '0018-second-factors',
  up: `
    alter table users add second_factor_since timestamptz;
    create table second_factors (
      id text collate "C" primary key,
      user_id text collate "C" not null references users,
      kind text not null check (kind in ('app', 'passkey')),
      name text not null,
      created_at timestamptz not null,
      used_at timestamptz,
      totp_secret text,
      last_step bigint,
      credential_id text collate "C" constraint second_factors_credential unique,
      public_key bytea,
      sign_count bigint,
      transports text[],
      check (kind <> 'app' or (totp_secret is not null and last_step is not null)),
      check (kind <> 'passkey' or (credential_id is not null and public_key is not null and sign_count is not null
        and transports is not null))
    );
    create index second_factors_user on second_factors (user_id);
    create table app_setups (
      user_id text collate "C" primary key references users,
      id text collate "C" not null,
      totp_secret text not null,
      expires_at timestamptz not null
    );
    create index app_setups_expires_at on app_setups (expires_at);
    create table passkey_challenges (
      browser_digest text collate "C" primary key,
      challenge text not null,
      expires_at timestamptz not null
    );
    create index passkey_challenges_expires_at on passkey_challenges (expires_at);
    create table recovery_codes (
      user_id text collate "C" not null references users,
      code_digest text collate "C" not null,
      primary key (user_id, code_digest)
    );
    create table pending_sessions (
      browser_digest text collate "C" primary key,
      user_id text collate "C" not null references users,
      expires_at timestamptz not null
    );
    create index pending_sessions_user on pending_sessions (user_id);
    create index pending_sessions_expires_at on pending_sessions (expires_at);
  `,
  down: `
    drop table pending_sessions;
    drop table recovery_codes;
    drop table passkey_challenges;
    drop table app_setups;
    drop table second_factors;
    alter table users drop second_factor_since;
  `,
};
