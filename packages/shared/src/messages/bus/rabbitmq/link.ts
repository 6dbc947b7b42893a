import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Log } from '../../../process/log.ts';
import { backOffMs, deferred, pause, settledWithin } from '../../../process/slots/waiting.ts';

const connectTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
const heartbeatSeconds = 10;
const pauses = { firstMs: 100, mostMs: 5_000 };

/** Set up on each connection. `stop` ends it, even when the connection is already closed. */
export type Session = { stop(): Promise<void> };

/** A connection to the broker that reconnects. */
export type Link<S extends Session> = {
  /** The session on the current connection; undefined while there is none. */
  current(): S | undefined;
  /** Resolves after the first attempt to connect, successful or not. */
  attempted: Promise<undefined>;
  /** Closes the current connection and opens a new one. */
  reset(reason: string): void;
  close(): Promise<void>;
};

export type LinkOptions<S extends Session> = {
  url: string;
  /** For the log and for the broker's list of connections. */
  name: string;
  log: Log;
  /** Sets up a session; calls `fail` when its connection fails later. */
  open(model: ChannelModel, fail: (reason: string) => void): Promise<S>;
  /** Called with each new session; the first attempt ends after it. */
  onConnect?: (session: S) => Promise<unknown>;
};

function withHeartbeat(url: string): string {
  const withQuery = new URL(url);
  if (!withQuery.searchParams.has('heartbeat')) withQuery.searchParams.set('heartbeat', String(heartbeatSeconds));
  return withQuery.href;
}

/** Treats a closed channel as a failed connection, so that reconnecting is the only way to recover. */
export function watchChannel(channel: Channel, fail: (reason: string) => void): void {
  channel.on('error', (error) => fail(error.message));
  channel.on('close', () => fail('channel closed'));
}

/** Logs once that the broker is unavailable, and once that it is back. */
function linkLog(log: Log, name: string) {
  let tries = 0;
  return {
    connected(): void {
      if (tries > 0) log.info({ link: name }, 'connected to the broker again');
      tries = 0;
    },
    /** Returns the number of earlier failures. */
    failed(reason: string): number {
      if (tries === 0) log.warn({ link: name, reason }, 'no connection to the broker: trying again');
      return tries++;
    },
  };
}

function connectTo(url: string, name: string): Promise<ChannelModel> {
  return connect(withHeartbeat(url), {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
  });
}

type ConnectionSteps<S> = {
  opening: Promise<S>;
  failure: Promise<string>;
  fail: (reason: string) => void;
  use: (session: S) => Promise<void>;
};

/** Uses one connection until it fails, then closes it. Returns why it failed. */
async function useUntilFailure<S extends Session>(
  model: ChannelModel,
  { opening, failure, fail, use }: ConnectionSteps<S>,
): Promise<string> {
  model.on('error', (error) => fail(error.message));
  model.on('close', () => fail('connection closed'));
  try {
    const outcome = await Promise.race([opening, failure]);
    if (typeof outcome === 'string') return outcome;
    await Promise.race([use(outcome), failure]);
    return await failure;
  } finally {
    await opening.then((session) => session.stop()).catch(() => undefined);
    // Do not wait for a broker that no longer answers: the heartbeat closes the socket later.
    await settledWithin(closeTimeoutMs, model.close());
  }
}

/** Connects, and reconnects whenever the connection fails, until it is closed. */
export function keepLink<S extends Session>({ url, name, log, open, onConnect }: LinkOptions<S>): Link<S> {
  const closing = new AbortController();
  const state = linkLog(log, name);
  const first = deferred<undefined>();
  let session: S | undefined;
  let failing = deferred<string>();

  async function use(opened: S): Promise<void> {
    session = opened;
    state.connected();
    await onConnect?.(opened);
    first.resolve(undefined);
  }

  async function connectOnce(): Promise<string> {
    failing = deferred();
    const { promise: failure, resolve: fail } = failing;
    const model = await connectTo(url, name);
    const drop = () => (session = undefined);
    // Now, so that no one uses it while it closes; and again at the end, in case it failed before it was set.
    void failure.then(drop);
    return useUntilFailure(model, { failure, fail, opening: open(model, fail), use }).finally(drop);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await connectOnce().catch((error: Error) => error.message);
      first.resolve(undefined);
      if (!closing.signal.aborted) await pause(backOffMs(state.failed(reason), pauses), closing.signal);
    }
  }

  const running = run();
  return {
    current: () => session,
    attempted: first.promise,
    reset: (reason) => failing.resolve(reason),
    async close() {
      closing.abort();
      failing.resolve('closing');
      await running;
    },
  };
}
