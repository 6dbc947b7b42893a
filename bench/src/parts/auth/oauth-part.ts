/** Exchanges of authorisation codes and revocations of tokens, through gateway, auth and PostgreSQL. */
import { operatorClient } from '@order-hub/operator/client';
import { createClient } from '@order-hub/operator/tenant';
import pg from 'pg';
import { withChildren } from '../../harness/child.ts';
import type { LoadRequest } from '../../harness/http-connection.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median, percentile } from '../../harness/latency.ts';
import { startLoad, type LoadResult } from '../../harness/load.ts';
import type { Row } from '../../harness/report.ts';

/** The most requests of one address that the gateway has in flight. */
const connections = 16;
const rounds = 3;
const seconds = 4;
/** More codes and tokens than a round can use: each can be used once. */
const prepared = 10_000;
const perSecondAim = 500;

/** The path and the parameter of each operation, and the statement that inserts the codes or tokens to send. */
const operations = {
  exchanges: {
    path: '/oauth2/v1/token',
    parameter: 'code',
    // Each code makes a connection of its own, 20 in each of 500 accounts: as many as a client may have at one location.
    prepare: `
      with owner as (
        select a.user_id from auth.locations l join auth.accounts a on a.id = l.account_id where l.id = $2
      ), shops as (
        insert into auth.accounts (id, user_id, name, currency, created_at)
        select $3 || n, user_id, 'Shop', 'EUR', now() from owner, generate_series(1, 500) n returning id, user_id
      ), places as (
        insert into auth.locations (id, account_id, name, timezone, cutoff_time, preparation_time, order_acceptance,
          custom_fields, created_at)
        select id, id, 'Shop', 'UTC', '06:00', 15, '{"mode":"normal"}', '{}', now() from shops
      )
      insert into auth.authorization_codes (code_digest, client_id, user_id, location_id, name, scope, redirect_uri, expires_at)
      select encode(sha256(convert_to($3 || i, 'UTF8')), 'hex'), $1, s.user_id, s.id, $3 || i, 'location[orders.write]',
             'https://shop.example/back', now() + interval '10 minutes'
      from generate_series(1, $4::integer) as i join shops s on s.id = $3 || (i % 500 + 1)`,
  },
  revocations: {
    path: '/oauth2/v1/revoke',
    parameter: 'token',
    prepare: `
      insert into auth.connections (id, version, client_id, user_id, account_id, location_id, name, scope, token_encrypted,
        token_digest, created_at)
      select $3 || i, 1, $1, a.user_id, a.id, l.id, $3 || i, 'location[orders.write]', 'not shown again',
             encode(sha256(convert_to($3 || i, 'UTF8')), 'hex'), now()
      from auth.locations l join auth.accounts a on a.id = l.account_id, generate_series(1, $4::integer) as i where l.id = $2`,
  },
};

type Operation = keyof typeof operations;

/** Registers a client of the user who owns the location. */
async function openClient({ hub, location_id }: BenchHub, db: pg.Client) {
  const { rows } = await db.query<{ user_id: string }>(
    'select a.user_id from auth.locations l join auth.accounts a on a.id = l.account_id where l.id = $1',
    [location_id],
  );
  const user_id = rows[0]?.user_id ?? '';
  const { client_id, client_secret } = await createClient(operatorClient(hub.operator), {
    user_id,
    name: 'OAuth',
    redirect_uris: ['https://shop.example/back'],
  });
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  return { client_id, headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' } };
}

type Prepare = (operation: Operation, round: number) => Promise<LoadRequest[]>;

async function preparer(bench: BenchHub, db: pg.Client): Promise<Prepare> {
  const { client_id, headers } = await openClient(bench, db);
  return async (operation, round) => {
    const { path, parameter, prepare } = operations[operation];
    const prefix = `${operation}-${round}-`;
    await db.query(prepare, [client_id, bench.location_id, prefix, prepared]);
    const bodyOf = (_: unknown, index: number) => `${parameter}=${prefix}${index + 1}`;
    const bodies = Array.from({ length: prepared }, bodyOf);
    return bodies.map((body) => ({ method: 'POST', path, headers, body }));
  };
}

function rowsOf(operation: Operation, results: readonly LoadResult[]): Row[] {
  const part = `auth: ${operation} through gateway, auth and PostgreSQL`;
  const of = (pick: (result: LoadResult) => number) => median(results.map(pick));
  return [
    { part, what: `${operation} a second`, measured: of(({ perSecond }) => perSecond), atLeast: perSecondAim },
    { part, what: 'p50', unit: 'ms', measured: of(({ latenciesMs }) => percentile(latenciesMs, 0.5)) },
    { part, what: 'p99', unit: 'ms', measured: of(({ latenciesMs }) => percentile(latenciesMs, 0.99)) },
    { part, what: 'answers other than 200', measured: Math.max(...results.map(({ notOk }) => notOk)), atMost: 0 },
  ];
}

/** Takes about 30 seconds. The first round warms up. */
export const measureOAuth = (bench: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const db = new pg.Client({ connectionString: bench.hub.database_url });
    await db.connect();
    try {
      const load = await startLoad(start);
      const prepare = await preparer(bench, db);
      const rows: Row[] = [];
      for (const operation of Object.keys(operations) as Operation[]) {
        const results: LoadResult[] = [];
        for (let round = 0; round <= rounds; round += 1) {
          const requests = await prepare(operation, round);
          results.push(await load.run({ port: bench.port, connections, seconds, requests }));
        }
        rows.push(...rowsOf(operation, results.slice(1)));
      }
      return rows;
    } finally {
      await db.end();
    }
  });
