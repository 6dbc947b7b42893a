/**
 * Redis behind a deadline: what it does not answer in time, the gateway does by itself
 * (docs/decisions/0052-shared-limits.md). Hot: every request. Benchmark: `npm run bench -- gateway`.
 */
import type { Log } from '@order-hub/shared/log';
import { counter } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { ClientOfflineError } from '@redis/client';
import { holdConnection } from './hold-connection.ts';
import type { RedisAddress } from './redis-client.ts';
import type { scripts } from './scripts.ts';

export type Redis = {
  /**
   * Runs a script. Undefined, or a promise of it, if Redis is away or does not answer within the deadline. It may have run
   * all the same. Never throws.
   */
  run(script: keyof typeof scripts, keys: string[], args: string[]): Promise<number[] | undefined> | undefined;
  close(): void;
};

export type RedisOptions = RedisAddress & { timeoutMs: number; log: Log; metrics: Metrics };

export const unansweredByRedis = counter(
  'hub_redis_unanswered_total',
  'Questions to Redis without an answer in time: the gateway counted by itself.',
);

const warnEveryMs = 60_000;

/**
 * The deadline passes in slices, each of which begins when the one before it has ended: while this process is busy, the
 * answer may be waiting to be read.
 */
const slices = 5;

type Outcomes = { answered(): void; failed(error: Error): void; late(): void };

/** What the command returns, or undefined if it fails or takes longer than `ms`. */
function withDeadline(command: Promise<number[]>, ms: number, outcomes: Outcomes): Promise<number[] | undefined> {
  return new Promise((resolve) => {
    let left = slices;
    const pass = () => {
      left -= 1;
      if (left > 0) timer = setTimeout(pass, ms / slices);
      else {
        resolve(undefined);
        outcomes.late();
      }
    };
    let timer = setTimeout(pass, ms / slices);
    command.then(
      (reply) => {
        clearTimeout(timer);
        outcomes.answered();
        resolve(reply);
      },
      (error: Error) => {
        clearTimeout(timer);
        if (left > 0) outcomes.failed(error);
        resolve(undefined);
      },
    );
  });
}

/** Counts the scripts without an answer, and warns once a minute at most. */
function outages({ log, metrics }: Pick<RedisOptions, 'log' | 'metrics'>) {
  const missed = metrics.counter(unansweredByRedis);
  let unanswered = 0;
  let warnedMs = -Infinity;
  let isWarned = false;
  return {
    note(reason: string): undefined {
      unanswered += 1;
      missed.inc();
      const nowMs = performance.now();
      if (nowMs - warnedMs < warnEveryMs) return;
      warnedMs = nowMs;
      isWarned = true;
      log.warn({ reason, unanswered }, 'Redis does not answer; this gateway counts by itself');
    },
    noteAnswer(): void {
      if (!isWarned) return;
      isWarned = false;
      log.info({ unanswered }, 'Redis answers again');
    },
  };
}

/** Waits for the first attempt to connect. Without a connection, scripts get no answer until there is one. */
export async function openRedis({ timeoutMs, log, metrics, ...address }: RedisOptions): Promise<Redis> {
  const { state, connect, giveUp, close } = holdConnection(address);
  const { note, noteAnswer } = outages({ log, metrics });
  await connect();
  return {
    run(script, keys, args) {
      const { client } = state;
      if (!client) return note(state.lastError);
      return withDeadline(client[script](keys, args), timeoutMs, {
        answered: noteAnswer,
        failed: (error) => note(error instanceof ClientOfflineError ? state.lastError : error.message),
        late() {
          note(`no answer within ${timeoutMs} ms`);
          if (client === state.client) giveUp();
        },
      });
    },
    close,
  };
}
