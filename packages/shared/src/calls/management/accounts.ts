/** The management API for accounts. */
import { rule } from '../../values/rules.ts';
import { z } from 'zod';
import { isCurrency } from '../../values/amounts/money.ts';
import { nameSchema } from '../../values/texts/names.ts';
import { nameText, textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from './page.ts';

const everyone = ['user', 'operator'] as const;
const text = z.string();

/** What the owner specifies for a new account. */
export const accountFields = z.object({
  name: nameSchema,
  currency: z
    .string('must be a currency code, such as EUR')
    .check(rule(isCurrency, 'unknown_value', 'must be an ISO 4217 currency code, such as EUR'))
    .meta({ maxLength: 3, examples: ['EUR'] }),
});

/** Whether everybody who works in an account needs a second factor. */
export const factorRules = ['optional', 'required'] as const;

export type FactorRule = (typeof factorRules)[number];

export const factorRule = z.enum(factorRules, 'must be optional or required');

/** Why an operator suspends or resumes something. The owner can read it in the audit. */
export const reasonInput = z.object({ reason: textUpTo(500).optional() });

export const suspendableView = z.object({ id: text, name: text, suspended: z.boolean() });

/** An account in a list. `locations`: how many it has. */
const listedAccount = z.object({
  id: text,
  name: text,
  currency: text,
  suspended: z.boolean(),
  locations: z.int(),
});

export type ListedAccount = z.output<typeof listedAccount>;

/** Connections that are not disconnected are counted up to this number; one more means that there are more. */
export const countedConnectionsMax = 1_000;

const managedAccount = z.object({
  id: text,
  name: text,
  currency: text,
  created_at: z.coerce.date(),
  suspended_at: z.coerce.date().nullable(),
  user_id: text,
  owner_email: text,
  owner_name: text,
  locations: z.int(),
  connections: z.int(),
  // Auth of an older version requires none.
  second_factor: factorRule.default('optional'),
});

export type ManagedAccount = z.output<typeof managedAccount>;

/** A user creates an account of their own; an operator names its owner. */
export const createAccount = principalCall('POST /management/accounts', {
  summary: 'Create an account',
  to: 'auth',
  principals: everyone,
  input: accountFields.extend({ user_id: nameText.optional() }),
  reply: z.object({ id: text, name: text, currency: text }),
});

/** A user lists their own. An operator lists all, or those of the user `user_id`. */
export const listAccounts = principalCall('GET /management/accounts', {
  summary: 'List accounts, oldest first',
  to: 'auth',
  principals: everyone,
  input: z.object({ ...pageInput, user_id: nameText.optional() }),
  reply: pageOf(listedAccount),
});

export const retrieveAccount = principalCall('GET /management/accounts/:account_id', {
  summary: 'Retrieve an account',
  to: 'auth',
  principals: everyone,
  reply: managedAccount,
});

/**
 * What is left out stays. Of users only those with a second factor, who have just entered the password, require one of everybody; all their
 * people get a mail.
 */
export const updateAccount = principalCall('POST /management/accounts/:account_id', {
  summary: 'Rename an account, or say whether everybody who works in it needs a second factor',
  to: 'auth',
  principals: everyone,
  input: z.object({ name: nameSchema.optional(), second_factor: factorRule.optional() }),
  reply: z.object({}),
});

export const deleteAccount = principalCall('POST /management/accounts/:account_id/delete', {
  summary: 'Delete an account that nothing belongs to',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({}),
});

export const suspendAccount = principalCall('POST /management/accounts/:account_id/suspend', {
  summary: 'Suspend an account with its locations and connections',
  to: 'auth',
  principals: ['operator'],
  input: reasonInput,
  reply: suspendableView,
});

export const resumeAccount = principalCall('POST /management/accounts/:account_id/resume', {
  summary: 'Resume a suspended account',
  to: 'auth',
  principals: ['operator'],
  input: reasonInput,
  reply: suspendableView,
});
