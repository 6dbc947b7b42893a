import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { z } from 'zod';
import type { Account } from './account.ts';
import { accountCreate, accountReply, suspendableReply } from './account.schema.ts';
import { findAccount } from './account.store.ts';
import { createAccount } from './create-account.ts';
import { suspendAccount } from './suspend-account.ts';

type Deps = { db: Database };

async function getAccount({ db }: Deps, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw notFound('Account');
  return account;
}

/** Accounts: for connections, and for operators. */
export const accountEndpoints = [
  endpoint('GET /accounts/:account_id', {
    summary: 'Retrieve an account',
    access: ['account'],
    reply: accountReply,
    handle: ({ params }, _ctx, deps: Deps) => getAccount(deps, params.account_id),
  }),
  endpoint('GET /accounts', {
    summary: "List accounts: the connection's own",
    access: ['account'],
    reply: z.array(accountReply),
    handle: async (_, { caller }, deps: Deps) => [await getAccount(deps, caller.account.id)],
  }),
  endpoint('POST /operator/accounts', {
    summary: 'Create an account of a user',
    access: 'operator',
    body: accountCreate,
    reply: accountReply,
    handle: ({ body }, ctx, deps: Deps) => createAccount(deps, ctx, body),
  }),
  endpoint('POST /operator/accounts/:id/suspend', {
    summary: 'Suspend an account with its locations and connections',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx, deps: Deps) => suspendAccount(deps, ctx, params.id, true),
  }),
  endpoint('POST /operator/accounts/:id/resume', {
    summary: 'Resume a suspended account',
    access: 'operator',
    reply: suspendableReply,
    handle: ({ params }, ctx, deps: Deps) => suspendAccount(deps, ctx, params.id, false),
  }),
];
