import type { Migration } from '@order-hub/shared/migration';

/**
 * Who did what, when and from where. Rows are only added: the trigger refuses everything else, whoever asks. `actor` is
 * the kind of who did it, and `actor_name` what they were called then.
 */
export const audit: Migration = {
  name: '0008-audit',
  up: `
    create table audit_entries (
      id text collate "C" primary key,
      at timestamptz not null,
      actor text not null,
      actor_id text collate "C",
      actor_name text,
      action text not null,
      account_id text collate "C",
      subject_id text collate "C",
      details json,
      address text,
      request_id text
    );
    create index audit_entries_account on audit_entries (account_id, id);
    create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The audit is only added to';
      end
    $$;
    create trigger audit_entries_are_kept before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change();
  `,
  down: `
    drop table audit_entries;
    drop function refuse_audit_change;
  `,
};
