/**
 * Live boards. While someone looks at boards, one query after the other asks which of them have changed. Only those are read,
 * and each is rendered once for all viewers of a language.
 */
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import type { Ask } from '@order-hub/shared/internal-call';
import { gauge } from '@order-hub/shared/metric';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import { listMarks } from './list-marks.ts';
import type { Rendering } from './send-board.ts';
import { openBoards, refreshBoard, tellUnavailable, type BoardViewer, type WatchedBoard } from './open-boards.ts';
import { openViewer, type RenewToken } from './open-viewer.ts';
import { openUserStreams } from './limit-streams.ts';

export const streamsOpen = gauge('hub_streams_open', 'Open streams of live pages.');

/** Each new order is on the board within a second. */
const everyMs = 700;
const readsMax = 8;

type Watcher = OnBehalf & BoardViewer & { user: { id: string }; tab: string | null };

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

/** Asks for the marks of all boards, again and again while there are any. `start` begins, unless it is under way. */
function openPolling({ ask, signal, ...reading }: WatchOptions, boards: ReturnType<typeof openBoards>) {
  let isRunning = false;

  async function poll(): Promise<void> {
    const watched = boards.all().filter(({ isReading }) => !isReading);
    const marks = await listMarks(ask, watched);
    const changed = watched.flatMap((board, at) => {
      const mark = marks?.[at];
      if (mark === undefined) tellUnavailable(board);
      if (mark === undefined || mark === board.mark) return [];
      board.isReading = true;
      return [[board, mark] as const];
    });
    void refreshAll(changed, (board, mark) => refreshBoard(reading, board, mark));
  }

  async function keepPolling(): Promise<void> {
    await poll();
    isRunning = boards.all().length > 0 && !signal.aborted;
    if (isRunning) setTimeout(() => void keepPolling(), everyMs).unref();
  }

  return function start() {
    if (isRunning) return;
    isRunning = true;
    void keepPolling();
  };
}

/** Ends all streams when `signal` is aborted, so that a server that stops does not wait for them. */
export function openBoardWatch(options: WatchOptions): BoardWatch {
  const { signal, perUser } = options;
  // Each viewer listens to it; Node would take so many listeners for a leak.
  setMaxListeners(0, signal);
  const boards = openBoards(options);
  const start = openPolling(options, boards);
  const users = openUserStreams(perUser);

  return {
    streams: boards.countViewers,
    watch({ user, tab, user_token, requestId, address, ...viewer }, renewToken) {
      const on = { user_token, requestId, address };
      let leave = () => {};
      let renew = (_token: string) => {};
      const stream = openViewer({
        signal,
        renewToken,
        onOpen() {
          const board = boards.join(viewer, on, stream);
          leave = () => boards.leave(board, stream);
          renew = (token) => (board.on = { ...on, user_token: token });
          users.add(user.id, stream, tab);
          start();
        },
        onRenew: (token) => renew(token),
        onClose() {
          leave();
          users.remove(user.id, stream);
        },
      });
      return stream.body;
    },
  };
}
