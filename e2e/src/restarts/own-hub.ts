/** A hub of its own, with its own settings, whose parts may be restarted: on its own PostgreSQL, with a till that receives events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hub, startHub } from '@order-hub/local/hub';
import { lifetime } from '@order-hub/shared/lifetime';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { startEmbeddedPostgres } from '@order-hub/testing/embedded-postgres';
import pg from 'pg';
import { startReceiver } from '../receiver.ts';
import { aTenant } from '../tenant.ts';
import { unlimited } from '../unlimited.ts';
import { openChanges } from './changes.ts';

/** `drainSeconds`: see DRAIN_SECONDS. Without an `amqpUrl` it is on the direct bus. */
type OwnHubOptions = { drainSeconds: number; amqpUrl?: string | undefined; settings?: Record<string, string> };

/** Stops a hub whose processes would drain for seconds: kills each, also one that is started while the hub stops. */
async function stopAtOnce(hub: Hub): Promise<void> {
  const killed = new Set<number>();
  let isOver = false;
  const stopped = hub.stop().finally(() => (isOver = true));
  while (!isOver) {
    for (const pid of Object.values(hub.processes).filter((one) => !killed.has(one))) {
      killed.add(pid);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    }
    await sleep(20);
  }
  await stopped;
}

export async function startOwnHub({ drainSeconds, amqpUrl, settings }: OwnHubOptions) {
  const life = lifetime();
  const postgres = life.opened(await startEmbeddedPostgres({ survives: true }), ({ stop }) => stop());
  const folder = life.opened(mkdtempSync(join(tmpdir(), 'order-hub-restarts-')), async (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  const env = {
    ...unlimited,
    HUB_DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    AMQP_URL: amqpUrl,
    PUBLIC_URL: undefined,
    HOST: '127.0.0.1',
    PORT: '0',
    CALLBACK_RETRY_BASE_SECONDS: '1',
    DRAIN_SECONDS: String(drainSeconds),
    ...settings,
  };
  const said: string[] = [];
  const hub = life.opened(await startHub({ env, say: (sentence) => said.push(sentence) }), stopAtOnce);
  const tenant = await aTenant(hub);
  const place = { location_id: tenant.location_ids[0] };
  const till = await tenant.connect('till', place);
  const website = await tenant.connect('website', place);
  const receiver = life.opened(await startReceiver(till.client_secret), ({ close }) => close());
  const changes = await openChanges(till, receiver.url);
  // Among them is the callback: from now on every order has an event.
  for (const { make } of changes) await make();

  return {
    hub,
    postgres,
    website: website.call,
    /** What must never appear in logs and traces. */
    secrets: [till, website].flatMap(({ client_secret, access_token }) => [client_secret, access_token]),
    changes,
    receiver,
    /** What the runner has printed: it names each process that ended. */
    said,
    /** Runs `work` with a connection to the database. */
    async onDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    /** What `/ready` of a process answers. Throws while it does not listen. */
    async readiness(name: ServiceName) {
      const response = await fetch(`${hub.service_urls[name]}/ready`);
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    close: life.close,
  };
}

export type OwnHub = Awaited<ReturnType<typeof startOwnHub>>;
