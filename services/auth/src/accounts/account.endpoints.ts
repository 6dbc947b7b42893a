import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import * as management from '@order-hub/shared/management/accounts';
import {
  listAuditEntries as listAuditEntriesCall,
  listUserNames as listUserNamesCall,
} from '@order-hub/shared/management/audit';
import { answerFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { accountView } from './account.schema.ts';
import { createAccount } from './create-account.ts';
import { listAccounts } from './list-accounts.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listUserNames } from '../audit/list-user-names.ts';
import { listManagedAccounts } from './list-managed-accounts.ts';
import { retrieveAccount } from './retrieve-account.ts';
import { retrieveManagedAccount } from './retrieve-managed-account.ts';
import { updateAccount } from './update-account.ts';

type Deps = { db: Database };

/** Accounts: for connections, and for users and operators. */
export const accountEndpoints = [
  endpoint('GET /accounts/:account_id', {
    summary: 'Retrieve an account',
    name: 'retrieveAccount',
    tag: 'Accounts',
    description: 'Gives the account that the connection is bound to.',
    guide: 'docs/api/locations.md#accounts',
    access: ['account'],
    reply: accountView,
    handle: ({ params }, ctx, deps: Deps) => retrieveAccount(deps, ctx, params),
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
  answerFor(management.createAccount, createAccount),
  answerFor(management.listAccounts, listManagedAccounts),
  answerFor(management.retrieveAccount, retrieveManagedAccount),
  answerFor(management.updateAccount, updateAccount),
  answerFor(listAuditEntriesCall, listAuditEntries),
  answerFor(listUserNamesCall, listUserNames),
];
