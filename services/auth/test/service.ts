import { termsOf, type Topic } from '@order-hub/shared/topics';
import { openDatabase } from '@order-hub/shared/database';
import { silentLog } from '@order-hub/shared/log';
import { aCaller, callOn, testInternalKeys, testOperatorKey, type TestCaller } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { recordingBus } from '@order-hub/testing/recording-bus';
import { readConfig } from '../src/config.ts';
import { startAuth } from '../src/service.ts';

export const encryptionKey = 'encryption-key-of-the-tests-0123456789abcdef';

type Options = { database?: FreshDatabase; now?: () => Date; env?: Record<string, string> };

/** The auth service on a database of its own; `operator` calls its operator API, `published` are its messages so far. */
export async function startTestAuth({ database, now, env }: Options = {}) {
  const fresh = database ?? (await freshDatabase());
  const bus = recordingBus();
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: fresh.url,
    HUB_INTERNAL_KEYS: testInternalKeys.join(','),
    HUB_ENCRYPTION_KEYS: encryptionKey,
    HUB_OPERATOR_KEY: testOperatorKey,
    PUBLIC_URL: 'https://hub.example/',
    ...env,
  });
  const running = await startAuth(config, silentLog, { bus, ...(now && { now }) });
  const db = openDatabase({ url: fresh.url, schema: 'auth' });
  const call = callOn(running.port);
  async function stop() {
    await running.close();
    await db.end();
  }
  return {
    call,
    db,
    database: fresh,
    published: bus.published,
    operator: (route: string, body?: unknown) => call(route, { operatorKey: testOperatorKey, body }),
    internal: (route: string) => call(route, { internal: 'auth' }),
    /** Stops the service and keeps its database. */
    stop,
    async close() {
      await stop();
      await fresh.drop();
    },
  };
}

export type TestAuth = Awaited<ReturnType<typeof startTestAuth>>;

/** The bodies of what was published on a topic under a key, in order; each must fit the topic's contract. */
export function messagesOf({ published }: TestAuth, topic: Topic, key: string) {
  const found = published.filter((message) => message.topic === topic && message.key === key);
  return found.map(({ body }) => {
    const parsed = JSON.parse(body);
    termsOf(topic).body.parse(parsed);
    return parsed;
  });
}

/** The caller that the gateway would vouch for when a connection with this token calls, with the location of the path. */
export async function callerOf(
  { internal }: TestAuth,
  token_digest: string,
  location_id?: string,
): Promise<TestCaller> {
  const { body } = await internal(`GET /internal/connections/${token_digest}`);
  const named = location_id ?? body.caller.location_id;
  return aCaller({ ...body.caller, location: named ? { id: named, timezone: 'Europe/Paris' } : null });
}
