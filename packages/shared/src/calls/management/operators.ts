/** The management API for operators: who is one, what they search for, and the state of the hub. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts/texts.ts';
import { payerKinds, usageCountMax, usedAmounts } from '../gateway-calls.ts';
import { principalCall } from '../principal-call.ts';
import { countUpTo, pageInput, pageOf } from './page.ts';
import { emailCharsMax } from './users.ts';

const text = z.string();
const nullableText = text.nullable();

const operatorView = z.object({
  id: text,
  email: text,
  first_name: nullableText,
  last_name: nullableText,
  operator_since: nullableText,
});

/** The id of a user, or their email address in any case. */
const userInput = z.object({ user: textUpTo(emailCharsMax) });

export const addOperator = principalCall('POST /management/operators', {
  summary: 'Make a user an operator',
  to: 'auth',
  principals: ['operator'],
  input: userInput,
  reply: operatorView,
});

export const removeOperator = principalCall('POST /management/operators/remove', {
  summary: 'Make an operator an ordinary user',
  to: 'auth',
  principals: ['operator'],
  input: userInput,
  reply: operatorView,
});

export const listOperators = principalCall('GET /management/operators', {
  summary: 'List the operators',
  to: 'auth',
  principals: ['operator'],
  input: z.object(pageInput),
  reply: pageOf(operatorView),
});

const foundAccount = z.object({
  id: text,
  name: text,
  owner_email: text,
  suspended_at: z.coerce.date().nullable(),
});

export type FoundAccount = z.output<typeof foundAccount>;

const foundLocation = z.object({
  id: text,
  name: text,
  city: nullableText,
  account_id: text,
  account_name: text,
  suspended: z.boolean(),
  account_suspended: z.boolean(),
});

export type FoundLocation = z.output<typeof foundLocation>;

/** `has_more`: there are others than these. */
export const searchPlaces = principalCall('GET /management/places', {
  summary: 'Search accounts and locations by the start of their name, their id, or the email address of their owner',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ search: textUpTo(255).default('') }),
  reply: z.object({ accounts: z.array(foundAccount), locations: z.array(foundLocation), has_more: z.boolean() }),
});

export const retrieveStatus = principalCall('GET /management/status', {
  summary: 'Where the hub is, which of its services are ready, and what they miss',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({
    base_url: text,
    auth_url: text,
    services: z.record(text, z.object({ ready: z.boolean(), degraded: z.array(text) })),
  }),
});

/** `name`: of an account, or the email address of a user; null for an address, and for what no longer exists. */
export const listUsage = principalCall('GET /management/usage', {
  summary: 'Who used how much of the hub in the last minute and hour; those whose requests cost most come first',
  to: 'auth',
  principals: ['operator'],
  input: z.object({ count: countUpTo(usageCountMax, 20) }),
  reply: z.object({
    items: z.array(
      z.object({ kind: z.enum(payerKinds), id: text, name: nullableText, minute: usedAmounts, hour: usedAmounts }),
    ),
  }),
});
