/** The management API for the audit. */
import { z } from 'zod';
import { everyRole } from '../../tokens/roles.ts';
import { textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

/** What an entry is about, for the filter of owners: the beginnings of its actions. */
export const auditSubjects = {
  orders: ['location', 'special_day'],
  people: ['member', 'invitation'],
  apps: ['connection', 'event'],
  menu: ['catalog', 'customer_list'],
  business: ['account', 'test_shop'],
} as const;

export type AuditSubject = keyof typeof auditSubjects;

/** Within how many days an entry was made. */
export const auditDayChoices = ['1', '7', '30'] as const;

/** Whom an entry names, for the sentence that tells it. Null where nobody has the name any more. */
const entryNames = z.object({
  /** The user who acted; null for operators and apps. */
  person: nullableText,
  is_owner: z.boolean(),
  place: nullableText,
  app: nullableText,
});

/** An entry; `details` is JSON text. `names` are told to the owner of the account alone. */
const auditEntry = z.object({
  names: entryNames.nullable().default(null),
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

export type EntryNames = z.output<typeof entryNames>;

/** Users who are asked for at once. */
export const namedUsersMax = 100;

/** What users are called, as the sentences of the audit call them. `ids`: with commas between them. */
export const listUserNames = principalCall('GET /management/user_names', {
  summary: 'The names of users who did something at a location',
  to: 'auth',
  principals: ['user'],
  roles: everyRole,
  input: z.object({ ids: textUpTo(namedUsersMax * 40) }),
  reply: z.object({ users: z.array(z.object({ id: text, name: text })) }),
});

const filter = textUpTo(100).optional();

/**
 * A page of the audit, newest first: entries before `before`. A user names one of their accounts in `account`, and is not
 * told which operator acted, nor from where.
 */
export const listAuditEntries = principalCall('GET /management/audit_entries', {
  summary: 'List audit entries',
  to: 'auth',
  principals: ['user', 'operator'],
  input: z.object({
    ...{ account: filter, actor: filter, by: filter, action: filter, before: filter },
    subject: z.enum(Object.keys(auditSubjects) as AuditSubject[]).optional(),
    days: z.enum(auditDayChoices).optional(),
  }),
  reply: z.object({ items: z.array(auditEntry), next: nullableText }),
});
