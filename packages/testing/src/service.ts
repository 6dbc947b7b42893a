import { Agent } from 'node:http';
import { connectBus, type Bus, type OutgoingMessage, type Rejection } from '@order-hub/shared/bus';
import type { Change } from '@order-hub/shared/change';
import { openDatabase } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { MessageCause } from '@order-hub/shared/message-cause';
import type { Running } from '@order-hub/shared/lifetime';
import { silentLog, type Log } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import type { Overrides } from '@order-hub/shared/service';
import { termsOf, type Body, type Topic } from '@order-hub/shared/topics';
import { recordStatements } from './accounts/record-statements.ts';
import { beginOn, callOn, eventually } from './call.ts';
import { freshDatabase, type FreshDatabase } from './servers/fresh-database.ts';
import { keySettings, keysOf } from './keys.ts';

/** A message as another service sends it. */
export type TestMessage = {
  id: string;
  topic: Topic;
  key: string;
  version: number;
  body: unknown;
} & Partial<MessageCause>;

export const messageOf = <T extends Topic>(topic: T, key: string, body: Body<T>): TestMessage => ({
  id: newId(),
  topic,
  key,
  version: termsOf(topic).version,
  body,
});

/** A service that may send all of these messages. */
function senderOf(messages: readonly TestMessage[]): ServiceName {
  const maySend = (name: ServiceName) => messages.every(({ topic }) => termsOf(topic).producers.includes(name));
  const sender = serviceNames.find(maySend);
  if (!sender) throw new Error('No service may send all of these messages');
  return sender;
}

/** A bus that receives like the direct bus, and records what the service publishes. */
async function recordingBus(service: ServiceName, published: OutgoingMessage[]): Promise<Bus> {
  const options = { service, instance: 'test', addresses: {}, metrics: openMetrics(), log: silentLog };
  const direct = await connectBus({ ...options, ...keysOf(service) });
  return {
    ...direct,
    publish(messages) {
      published.push(...messages);
      return Promise.resolve({ stored: messages.map(({ id }) => id), rejected: [] });
    },
  };
}

type ServiceUnderTest<Config> = {
  name: ServiceName;
  start(config: Config, log: Log, overrides: Overrides): Promise<Running>;
  readConfig(env: NodeJS.ProcessEnv): Config;
  /** Settings in addition to those that every service has. */
  settings?: Record<string, string>;
  now?: (() => Date) | undefined;
  /** By default the service logs nowhere. */
  log?: Log | undefined;
  /** The database of another service under test, to share or take over. */
  database?: FreshDatabase | undefined;
};

/** How long a statement of a test may take: tests fill tables, on machines that are busy with other tests. */
const statementMs = 60_000;

/** Starts a service in this process on a fresh database. `close` it after the tests. */
export async function testService<Config>(service: ServiceUnderTest<Config>) {
  recordStatements();
  const { name, now, log = silentLog } = service;
  const database = service.database ?? (await freshDatabase());
  const db = openDatabase({ url: database.url, schema: name, statementMs, silenceMs: 2 * statementMs });
  const config = service.readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    // Each connection costs PostgreSQL more than most tests do.
    DATABASE_POOL_SIZE: '3',
    ...keySettings(name),
    ...service.settings,
  });
  const published: OutgoingMessage[] = [];
  const open = async () =>
    service.start(config, log, { bus: await recordingBus(name, published), ...(now && { now }) });
  let running = await open();
  const agent = new Agent({ keepAlive: true });
  const call: ReturnType<typeof callOn> = (route, options) => callOn(running.port, name, agent)(route, options);

  const begin: ReturnType<typeof beginOn> = (route, options) => beginOn(running.port, name)(route, options);

  async function sendNow(messages: readonly TestMessage[]): Promise<Rejection[]> {
    const from = senderOf(messages);
    const { status, body } = await call('POST /internal/messages', { internal: name, from, body: { messages } });
    if (status !== 200) throw new Error(`messages were answered ${status}: ${JSON.stringify(body)}`);
    return body.rejected;
  }
  let previous: Promise<unknown> = Promise.resolve();

  /** The bodies of the published messages on a topic, oldest first; with `key`, only of that key. Throws if one breaks the schema. */
  function bodiesOf<T extends Topic>(topic: T, key?: string): Body<T>[] {
    const found = published.filter((message) => message.topic === topic && (key ?? message.key) === message.key);
    return found.map(({ body }) => {
      const parsed = JSON.parse(body);
      termsOf(topic).body.parse(parsed);
      return parsed;
    });
  }

  function stop(): Promise<void> {
    for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    return running.close();
  }

  return {
    url: () => `http://127.0.0.1:${running.port}`,
    call,
    begin,
    db,
    database,
    /** What the service has published so far. */
    published,
    bodiesOf,
    changes: (): Change[] => bodiesOf('change'),
    /** Waits until every message is published: an answer may come before the messages of its request. */
    untilSent: () => eventually(async () => (await db.query('select from outbox')).rowCount === 0),
    /** Delivers messages to the service's consumers. Like the direct bus, waits for the previous delivery. */
    send(...messages: TestMessage[]): Promise<Rejection[]> {
      const sent = previous.then(() => sendNow(messages));
      previous = sent.catch(() => undefined);
      return sent;
    },
    /** Stops the service but keeps its database. */
    stop,
    /** Starts the service again. */
    async start() {
      running = await open();
    },
    /** Stops the service, and drops its database unless another service owns it. */
    async close() {
      await stop();
      await db.end();
      if (!service.database) await database.drop();
    },
  };
}
