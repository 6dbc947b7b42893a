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
  attempted: Promise<void>;
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

/** Any end of a channel is the end of its connection: one way to recover serves all troubles. */
export function watchChannel(channel: Channel, lose: (reason: string) => void): void {
  channel.on('error', (error) => lose(error.message));
  channel.on('close', () => lose('channel closed'));
}

/** Says once that the broker is away, and once that it is back. */
function linkLog(log: Log, name: string) {
  let wasLost = false;
  return {
    up(): void {
      if (wasLost) log.info({ link: name }, 'connected to the broker again');
      wasLost = false;
    },
    lost(reason: string): void {
      if (!wasLost) log.warn({ link: name, reason }, 'no connection to the broker: trying again');
      wasLost = true;
    },
  };
}

/** Connects, and connects again whenever the connection is lost, until closed. */
export function keepLink<S extends Session>({ url, name, log, open, onUp }: LinkOptions<S>): Link<S> {
  const closing = new AbortController();
  const state = linkLog(log, name);
  const first = deferred<void>();
  let session: S | undefined;
  let loseCurrent = (_reason: string): void => undefined;
  let tries = 0;

  /** One connection's life. Returns why it ended; throws when it did not get that far. */
  async function live(): Promise<string> {
    const model = await connect(withHeartbeat(url), {
      timeout: connectTimeoutMs,
      noDelay: true,
      keepAlive: true,
      clientProperties: { connection_name: name },
    });
    const lost = deferred<string>();
    loseCurrent = lost.resolve;
    model.on('error', (error) => lost.resolve(error.message));
    model.on('close', () => lost.resolve('connection closed'));
    const opening = open(model, lost.resolve);
    try {
      const outcome = await Promise.race([opening, lost.promise]);
      if (typeof outcome === 'string') return outcome;
      if (closing.signal.aborted) return 'closing';
      session = outcome;
      tries = 0;
      state.up();
      await Promise.race([onUp?.(outcome), lost.promise]);
      first.resolve();
      return await lost.promise;
    } finally {
      session = undefined;
      await opening.then((opened) => opened.stop()).catch(() => undefined);
      // A broker that does not answer any more must not keep us: the heartbeat closes the socket later.
      await settledWithin(closeTimeoutMs, model.close());
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const reason = await live().catch((error: Error) => error.message);
      first.resolve();
      if (closing.signal.aborted) return;
      state.lost(reason);
      await pause(backOffMs(tries++, pauses), closing.signal);
    }
  }

  const running = run();
  return {
    current: () => session,
    attempted: first.promise,
    reset: (reason) => loseCurrent(reason),
    async close() {
      closing.abort();
      loseCurrent('closing');
      await running;
    },
  };
}
