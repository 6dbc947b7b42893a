import type { Migration } from '@order-hub/shared/migration';

/**
 * What ends with the sessions of a user, in one function: the tables belong to several features, and none may be forgotten
 * (test/access.test.ts). A challenge says whose it is; those of before, which last minutes, name nobody. Of the mails only those whose
 * links end are deleted.
 */
export const endsOfAccess: Migration = {
  name: '0032-ends-of-access',
  up: `
    alter table passkey_challenges add user_id text collate "C" references users;
    create index passkey_challenges_user on passkey_challenges (user_id);
    create index authorization_codes_user on authorization_codes (user_id);
    create index invitations_invited_by on invitations (invited_by);
    create function delete_begun(whose text) returns void language sql as $$
      delete from pending_sessions where user_id = whose;
      delete from app_setups where user_id = whose;
      delete from passkey_challenges where user_id = whose;
      delete from password_links where user_id = whose;
      delete from email_verifications where user_id = whose;
      delete from authorization_codes where user_id = whose;
      delete from invitations where invited_by = whose;
      delete from mails where kind in ('password_link', 'email_verification')
        and address = (select email from users where id = whose);
    $$;
  `,
  down: `
    drop function delete_begun(text);
    drop index invitations_invited_by;
    drop index authorization_codes_user;
    alter table passkey_challenges drop user_id;
  `,
};
