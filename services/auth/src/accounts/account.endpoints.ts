import { transaction, type Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { z } from 'zod';
import { byOperator } from '../audit/audit.ts';
import { accountCreate, accountView, suspendableView } from './account.schema.ts';
import { createAccount } from './create-account.ts';
import { listAccounts } from './list-accounts.ts';
import { resumeAccount } from './resume-account.ts';
import { retrieveAccount } from './retrieve-account.ts';
import { suspendAccount } from './suspend-account.ts';

type Deps = { db: Database };

/** Accounts: for connections, and for operators. */
export const accountEndpoints = [
  endpoint('GET /accounts/:account_id', {
    summary: 'Retrieve an account',
    name: 'retrieveAccount',
    tag: 'Accounts',
    description: 'Gives the account that the connection is bound to.',
    guide: 'docs/api/locations.md#accounts',
    access: ['account'],
    reply: accountView,
    handle: ({ params }, _ctx, deps: Deps) => retrieveAccount(deps, params.account_id),
  }),
  endpoint('GET /accounts', {
    summary: "List accounts: the connection's own",
    name: 'listAccounts',
    tag: 'Accounts',
    description: 'An array with the one account that the connection is bound to.',
    guide: 'docs/api/locations.md#accounts',
    access: ['account'],
    reply: z.array(accountView),
    handle: (_given, ctx, deps: Deps) => listAccounts(deps, ctx),
  }),
  endpoint('POST /operator/accounts', {
    summary: 'Create an account of a user',
    access: 'operator',
    body: accountCreate,
    reply: accountView,
    handle: ({ body }, ctx, deps: Deps) => transaction(deps.db, (db) => createAccount({ db }, byOperator(ctx), body)),
  }),
  endpoint('POST /operator/accounts/:id/suspend', {
    summary: 'Suspend an account with its locations and connections',
    access: 'operator',
    reply: suspendableView,
    handle: ({ params }, ctx, deps: Deps) => suspendAccount(deps, byOperator(ctx), params.id),
  }),
  endpoint('POST /operator/accounts/:id/resume', {
    summary: 'Resume a suspended account',
    access: 'operator',
    reply: suspendableView,
    handle: ({ params }, ctx, deps: Deps) => resumeAccount(deps, byOperator(ctx), params.id),
  }),
];
