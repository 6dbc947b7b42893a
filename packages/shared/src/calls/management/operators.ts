/** The management API for operators: who is one, what they search for, and the state of the hub. */
import { z } from 'zod';
import { textUpTo } from '../../values/texts.ts';
import { principalCall } from '../principal-call.ts';
import { pageInput, pageOf } from './page.ts';

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
const userInput = z.object({ user: textUpTo(254) });

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
  summary: 'Where the hub is and which of its services are ready',
  to: 'auth',
  principals: ['operator'],
  reply: z.object({
    base_url: text,
    auth_url: text,
    services: z.record(text, z.object({ ready: z.boolean() })),
  }),
});
