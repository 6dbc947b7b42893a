import type { Migration } from '@order-hub/shared/migration';

/**
 * What operators search by: the beginning of a name in whatever case, who is an operator, and the filters of the audit.
 * Most entries are of clients, and the newest of them are the newest of all: only the others need an index by kind.
 */
export const operatorSearch: Migration = {
  name: '0012-operator-search',
  up: `
    create index accounts_name on accounts ((lower(name collate "pg_c_utf8") collate "C"));
    create index locations_name on locations ((lower(name collate "pg_c_utf8") collate "C"));
    create index users_operators on users (id) where operator_since is not null;
    create index audit_entries_people on audit_entries (actor, id) where actor <> 'client';
    create index audit_entries_actor on audit_entries (actor_id, id);
    create index audit_entries_action on audit_entries (action, id);
  `,
  down: `
    drop index audit_entries_action;
    drop index audit_entries_actor;
    drop index audit_entries_people;
    drop index users_operators;
    drop index locations_name;
    drop index accounts_name;
  `,
};
