import type { Migration } from '@order-hub/shared/migration';

/**
 * Entries have a retention (docs/api/back-office.md#old-entries). The trigger still refuses every change, and the deletion of
 * an entry of the last 30 days, the shortest retention that the settings allow.
 */
export const auditRetention: Migration = {
  name: '0016-audit-retention',
  up: `
    drop trigger audit_entries_are_kept on audit_entries;
    create trigger audit_entries_are_kept before update or truncate on audit_entries
      for each statement execute function refuse_audit_change();
    create trigger audit_entries_are_kept_at_first before delete on audit_entries
      for each row when (old.at > now() - interval '30 days') execute function refuse_audit_change();
  `,
  down: `
    drop trigger audit_entries_are_kept_at_first on audit_entries;
    drop trigger audit_entries_are_kept on audit_entries;
    create trigger audit_entries_are_kept before update or delete or truncate on audit_entries
      for each statement execute function refuse_audit_change();
  `,
};
