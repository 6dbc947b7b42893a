/** The management API for the audit. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

/** An entry; `details` is JSON text. */
const auditEntry = z.object({
  id: text,
  at: z.coerce.date(),
  actor: z.enum(['user', 'operator', 'client']),
  actor_id: nullableText,
  actor_name: nullableText,
  action: text,
  account_id: nullableText,
  subject_id: text,
  details: nullableText,
  address: nullableText,
  request_id: text,
});

export type AuditEntryView = z.output<typeof auditEntry>;

const filter = textUpTo(100).optional();

/**
 * A page of the audit, newest first: entries before `before`. A user names one of their accounts in `account`, and is not
 * told which operator acted, nor from where.
 */
export const listAuditEntries = principalCall('GET /management/audit_entries', {
  summary: 'List audit entries',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({ account: filter, actor: filter, by: filter, action: filter, before: filter }),
  reply: z.object({ items: z.array(auditEntry), next: nullableText }),
});
