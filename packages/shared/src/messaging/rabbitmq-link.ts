import { connect, type Channel, type ChannelModel } from 'amqplib';
import type { Log } from '../log.ts';
import { backOffMs, deferred, pause, settledWithin } from './back-off.ts';

const connectTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
const heartbeatSeconds = 10;
const pauses = { firstMs: 100, mostMs: 5_000 };

/** What is set up anew on each connection. `stop` ends it, whether the connection still lives or not. */
export type Session = { stop(): Promise<void> };

/** A connection to the broker that comes back. */
export type Link<S extends Session> = {
  /** What `open` made of the present connection; undefined while there is none. */
  current(): S | undefined;
  /** Settles with the first attempt, whatever its outcome. */
  attempted: Promise<undefined>;
  /** Gives up the present connection for a new one. */
  reset(reason: string): void;
  close(): Promise<void>;
};

export type LinkOptions<S extends Session> = {
  url: string;
  /** For the log and for the broker's list of connections. */
  name: string;
  log: Log;
  /** Sets up a connection; whatever then goes wrong with it is said through `lose`. */
  open(model: ChannelModel, lose: (reason: string) => void): Promise<S>;
  /** The session is the current one now; the first attempt is over when this is. */
  onUp?: (session: S) => Promise<unknown>;
};

function withHeartbeat(url: string): string {
  const withQuery = new URL(url);
  if (!withQuery.searchParams.has('heartbeat')) withQuery.searchParams.set('heartbeat', String(heartbeatSeconds));
  return withQuery.href;
}

/** Any end of a channel is the end of its connection: one way to recover serves all failures. */
export function watchChannel(channel: Channel, lose: (reason: string) => void): void {
  channel.on('error', (error) => lose(error.message));
  channel.on('close', () => lose('channel closed'));
}

/** Says once that the broker is away, and once that it is back. */
function linkLog(log: Log, name: string) {
  let tries = 0;
  return {
    up(): void {
      if (tries > 0) log.info({ link: name }, 'connected to the broker again');
      tries = 0;
    },
    /** Returns how many tries have failed before. */
    lost(reason: string): number {
      if (tries === 0) log.warn({ link: name, reason }, 'no connection to the broker: trying again');
      return tries++;
    },
  };
}

function dial(url: string, name: string): Promise<ChannelModel> {
  return connect(withHeartbeat(url), {
    timeout: connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
    clientProperties: { connection_name: name },
  });
}

type Life<S> = {
  opening: Promise<S>;
  ended: Promise<string>;
  lose: (reason: string) => void;
  use: (session: S) => Promise<void>;
};

/** One connection's life, until it is lost. Returns why. */
async function live<S extends Session>(model: ChannelModel, { opening, ended, lose, use }: Life<S>): Promise<string> {
  model.on('error', (error) => lose(error.message));
  model.on('close', () => lose('connection closed'));
  try {
    const outcome = await Promise.race([opening, ended]);
    if (typeof outcome === 'string') return outcome;
    await Promise.race([use(outcome), ended]);
    return await ended;
  } finally {
    await opening.then((session) => session.stop()).catch(() => undefined);
    // A broker that does not answer any more must not keep us: the heartbeat closes the socket later.
    await settledWithin(closeTimeoutMs, model.close());
  }
}

/** Connects, and connects again whenever the connection is lost, until closed. */
export function keepLink<S extends Session>({ url, name, log, open, onUp }: LinkOptions<S>): Link<S> {
  const closing = new AbortController();
  const state = linkLog(log, name);
  const first = deferred<undefined>();
  let session: S | undefined;
  let lost = deferred<string>();

  async function use(opened: S): Promise<void> {
    session = opened;
    state.up();
    await onUp?.(opened);
    first.resolve(undefined);
  }

  async function connectOnce(): Promise<string> {
    lost = deferred();
    const { promise: ended, resolve: lose } = lost;
    const model = await dial(url, name);
    const forget = () => (session = undefined);
    // At once, so that nobody uses it while it is being closed; and again, in case it was lost as it came up.
    void ended.then(forget);
    return live(model, { ended, lose, opening: open(model, lose), use }).finally(forget);
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await connectOnce().catch((error: Error) => error.message);
      first.resolve(undefined);
      if (!closing.signal.aborted) await pause(backOffMs(state.lost(reason), pauses), closing.signal);
    }
  }

  const running = run();
  return {
    current: () => session,
    attempted: first.promise,
    reset: (reason) => lost.resolve(reason),
    async close() {
      closing.abort();
      lost.resolve('closing');
      await running;
    },
  };
}
