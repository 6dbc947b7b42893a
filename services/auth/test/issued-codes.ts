/** Authorisation codes as the consent page has them issued, and requests of the servers of clients. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { testInternalKeys } from '@order-hub/testing/call';
import { issueCode, type Selection } from '../src/oauth/issue-code.ts';
import type { Tenant } from './builders.ts';
import type { TestAuth } from './service.ts';

/** Stands in for the catalog and the customers service: what can be selected, by the path of the question. */
export async function startNeighbours() {
  const known = new Map<string, { name: string; location_id: string | null }>();
  const server = createServer((req, res) => {
    const found = known.get(req.url ?? '');
    if (found) res.end(JSON.stringify(found));
    else res.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = { catalog: url, customers: url };
  const client = internalClient({ from: 'auth', addresses, internalKeys: testInternalKeys, log: silentLog });
  const add = (kind: string) => (account_id: string, name: string, location_id: string | null) => {
    const id = newId();
    known.set(`/internal/accounts/${account_id}/${kind}/${id}`, { name, location_id });
    return id;
  };
  return {
    ask: client.ask,
    addCatalog: add('catalogs'),
    addList: add('customer_lists'),
    async close() {
      client.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Neighbours = Awaited<ReturnType<typeof startNeighbours>>;

const unbound = { location_id: null, account_id: null, catalog_id: null, customer_list_id: null };

export const aSelection = (tenant: Tenant, overrides: Partial<Selection> = {}): Selection => ({
  ...unbound,
  location_id: tenant.location.id,
  client_id: tenant.client_id,
  user_id: tenant.user.id,
  name: null,
  scope: parseScope('location[orders.write]'),
  redirect_uri: 'https://shop.example/back',
  code_challenge: null,
  ...overrides,
});

/** Issues a code that can be exchanged for 600 seconds from `now`. */
export const issue = ({ db }: TestAuth, { ask }: Neighbours, selection: Selection, now = new Date()) =>
  issueCode({ db, ask, codeSeconds: 600 }, { now, requestId: newId() }, selection);

export const form = { 'content-type': 'application/x-www-form-urlencoded' };

export const basic = (client_id: string, client_secret: string) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});

/** The header by which the tenant's client says who it is. */
export const clientHeader = ({ client }: Tenant) => basic(client.client_id, client.client_secret);

/** Sends a form, as the tenant's client unless other headers are given. */
export const sendForm = (
  { call }: TestAuth,
  path: 'token' | 'revoke',
  fields: Record<string, string> | string,
  headers: Record<string, string>,
) =>
  call(`POST /oauth2/v1/${path}`, {
    headers: { ...form, ...headers },
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
