import type { Migration } from '@order-hub/shared/migration';

/** Whose challenge it is, so that it ends with the user's sessions. Those of before, which last minutes, name nobody. */
export const challengesOfUsers: Migration = {
  name: '0032-challenges-of-users',
  up: `
    alter table passkey_challenges add user_id text collate "C" references users;
    create index passkey_challenges_user on passkey_challenges (user_id);
    create index authorization_codes_user on authorization_codes (user_id);
    create index invitations_invited_by on invitations (invited_by);
  `,
  down: `
    drop index invitations_invited_by;
    drop index authorization_codes_user;
    alter table passkey_challenges drop user_id;
  `,
};
