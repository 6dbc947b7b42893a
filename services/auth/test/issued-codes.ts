/** Authorisation codes as the consent page has them issued, and requests of the servers of clients. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@order-hub/shared/ids';
import { internalClient } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { aPrincipal } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { issueCode, type Selection } from '../src/oauth/issue-code.ts';
import type { Tenant } from './builders.ts';
import { testQuotas, type TestAuth } from './service.ts';

type Selectable = { id: string; account_id: string; name: string; location_id: string | null };

const kinds: Record<string, string> = {
  catalogs: 'catalogs',
  'selectable-catalogs': 'catalogs',
  customer_lists: 'customer_lists',
  'customer-lists': 'customer_lists',
  'selectable-customer-lists': 'customer_lists',
};

/** Stands in for the catalog, customers and orders services: what can be selected, is created to be selected, and has orders. */
export async function startNeighbours() {
  const known = new Map<string, Selectable[]>([
    ['catalogs', []],
    ['customer_lists', []],
  ]);
  const add = (kind: string, item: Omit<Selectable, 'id'>) => {
    const added = { id: newId(), ...item };
    known.get(kind)?.push(added);
    return added;
  };
  const isAt =
    ({ account_id, location_id }: Omit<Selectable, 'id' | 'name'>) =>
    (item: Selectable) =>
      item.account_id === account_id &&
      (location_id === null || item.location_id === null || item.location_id === location_id);

  const ordered: { account_id: string; location_id: string }[] = [];
  const hasOrders = ({ account_id, location_id }: { account_id: string; location_id: string | null }) =>
    ordered.some((at) => at.account_id === account_id && (location_id === null || at.location_id === location_id));

  function answer(path: string, body: any): unknown {
    if (path === '/internal/orders-of-place') return { has_orders: hasOrders(body) };
    const [, account_id, plural = '', id] = /^\/internal\/accounts\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (id) return known.get(plural)?.find((item) => item.id === id && item.account_id === account_id);
    const name = path.slice('/internal/'.length);
    const kind = kinds[name] ?? '';
    const items = known.get(kind) ?? [];
    if (name.startsWith('selectable-'))
      return { items: items.filter(isAt(body)).slice(0, 200), more: items.length > 200 };
    if (items.some((item) => item.account_id === body.account_id && item.name === body.name)) {
      const errors = [{ field: 'name', message: 'is used by another one of this place', code: 'taken' }];
      return { message: 'The request is not valid', errors, error_type: 'unprocessable_entity' };
    }
    return add(kind, body);
  }

  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const answered = answer(req.url ?? '', text === '' ? undefined : JSON.parse(text)) as object | undefined;
      const status = !answered ? 404 : 'errors' in answered ? 422 : 200;
      res.writeHead(status).end(JSON.stringify(answered ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses = { catalog: url, customers: url };
  const client = internalClient({ from: 'auth', addresses, ...keysOf('auth'), log: silentLog });
  const addTo = (kind: string) => (account_id: string, name: string, location_id: string | null) =>
    add(kind, { account_id, name, location_id }).id;
  return {
    /** For the auth service under test. */
    settings: { CATALOG_URL: url, CUSTOMERS_URL: url, ORDERS_URL: url },
    ask: client.ask,
    addCatalog: addTo('catalogs'),
    addList: addTo('customer_lists'),
    addOrder: (account_id: string, location_id: string) => void ordered.push({ account_id, location_id }),
    removeAll(account_id: string) {
      for (const [kind, items] of known)
        known.set(
          kind,
          items.filter((item) => item.account_id !== account_id),
        );
    },
    async close() {
      client.close();
      server.closeAllConnections();
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
export const issue = (
  { db }: TestAuth,
  { ask }: Neighbours,
  selection: Selection,
  {
    now = new Date(),
    principal = aPrincipal({ user: { id: selection.user_id, email: 'ada@example.com' } }),
  }: { now?: Date; principal?: ReturnType<typeof aPrincipal> } = {},
) =>
  issueCode(
    { db, ask, codeSeconds: 600, quotas: testQuotas },
    {
      now,
      requestId: newId(),
      address: null,
      principal,
    },
    selection,
  );

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
