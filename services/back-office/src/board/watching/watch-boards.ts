/**
 * Live boards. While someone looks at boards, one query after the other asks which of them have changed. Only those are read,
 * and each is rendered once for all viewers of a language.
 */
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import type { Ask } from '@order-hub/shared/internal-call';
import { gauge } from '@order-hub/shared/metric';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Role } from '@order-hub/shared/roles';
import { settledWithin } from '@order-hub/shared/waiting';
import type { RenewToken } from './open-board-token.ts';
import { checkViewers, type CheckedViewer } from './check-viewers.ts';
import { listMarks } from './list-marks.ts';
import type { Rendering } from './send-board.ts';
import { openBoards, refreshBoard, tellUnavailable, type BoardViewer, type WatchedBoard } from './open-boards.ts';
import { openViewer } from './open-viewer.ts';
import { openUserStreams } from './limit-streams.ts';
import { pollWhile } from './poll-while.ts';

export const streamsOpen = gauge('hub_streams_open', 'Open streams of live pages.');

/** Each new order is on the board within a second. */
const everyMs = 700;
/** A viewer whose session is over is gone after this time (docs/api/back-office.md#order-board). */
const checkEveryMs = 1_000;
/** A board waits no longer for auth: it has been asked a second ago. */
const checkMs = 500;
const keepAliveEveryMs = 1_000;
const readsMax = 8;

/** `id_digest`: of the session. */
type Watcher = OnBehalf & BoardViewer & { user: { id: string }; id_digest: string; role: Role; tab: string | null };

export type BoardWatch = {
  /**
   * A viewer's events: `content` with the board as HTML, `unavailable` while orders does not answer, `paused` when the user has
   * opened too many others since. Nothing is asked and no other stream ends before the viewer reads.
   */
  watch(watcher: Watcher, renewToken: RenewToken): Readable;
  /** How many streams are open. */
  streams(): number;
};

type WatchOptions = Rendering & {
  ask: Ask;
  askFor: AskFor;
  signal: AbortSignal;
  perUser: number;
};

type Refresh = (board: WatchedBoard, mark: string) => Promise<void>;

/** Refreshes boards, a few at a time: one that takes long holds up no other. */
async function refreshAll(changed: (readonly [WatchedBoard, string])[], refresh: Refresh): Promise<void> {
  const work = async () => {
    for (let next = changed.shift(); next; next = changed.shift()) await refresh(...next);
  };
  await Promise.all(Array.from({ length: readsMax }, work));
}

/** Asks for the marks of all boards, and reads those that have changed. */
async function pollBoards(
  { ask, ...reading }: WatchOptions,
  boards: readonly WatchedBoard[],
  viewers: ReadonlySet<CheckedViewer>,
): Promise<void> {
  const watched = boards.filter(({ isReading }) => !isReading);
  const marks = await listMarks(ask, watched);
  const changed = watched.flatMap((board, at) => {
    const mark = marks?.[at];
    if (mark === undefined) tellUnavailable(board);
    if (mark === undefined || mark === board.mark) return [];
    board.isReading = true;
    return [[board, mark] as const];
  });
  const check = ({ key }: WatchedBoard) => {
    const ofBoard = [...viewers].filter(({ location_id }) => location_id === key.location_id);
    return settledWithin(checkMs, checkViewers(ask, ofBoard));
  };
  void refreshAll(changed, (board, mark) => refreshBoard({ ...reading, check }, board, mark));
}

/** Together, because most of what a sign of life costs is that processes wake up. */
async function keepAlive(viewers: ReadonlySet<CheckedViewer>): Promise<void> {
  for (const { stream } of viewers) stream.keepAlive();
}

/** The loops that run while someone looks. Returns what starts them. */
function openLoops(options: WatchOptions, boards: ReturnType<typeof openBoards>, viewers: ReadonlySet<CheckedViewer>) {
  const polling = { signal: options.signal, isWanted: () => viewers.size > 0 };
  const loops = [
    pollWhile({ ...polling, everyMs, work: () => pollBoards(options, boards.all(), viewers) }),
    pollWhile({ ...polling, everyMs: checkEveryMs, work: () => checkViewers(options.ask, [...viewers]) }),
    pollWhile({ ...polling, everyMs: keepAliveEveryMs, work: () => keepAlive(viewers) }),
  ];
  return () => loops.forEach((start) => start());
}

/** Ends all streams when `signal` is aborted, so that a server that stops does not wait for them. */
export function openBoardWatch(options: WatchOptions): BoardWatch {
  const { signal, perUser } = options;
  // Each viewer listens to it; Node would take so many listeners for a leak.
  setMaxListeners(0, signal);
  const boards = openBoards(options);
  const viewers = new Set<CheckedViewer>();
  const start = openLoops(options, boards, viewers);
  const users = openUserStreams(perUser);

  return {
    streams: () => viewers.size,
    watch({ user, tab, user_token, requestId, address, id_digest, role, ...viewer }, renewToken) {
      const on = { user_token, requestId, address };
      let leave = () => {};
      const stream = openViewer({
        signal,
        onOpen() {
          const board = boards.join(viewer, stream, { on, renewToken });
          const checked = { id_digest, location_id: viewer.location_id, role, stream };
          viewers.add(checked);
          leave = () => {
            boards.leave(board, stream);
            viewers.delete(checked);
          };
          users.add(user.id, stream, tab);
          start();
        },
        onClose() {
          leave();
          users.remove(user.id, stream);
        },
      });
      return stream.body;
    },
  };
}
