/** The boards that someone looks at, and what their viewers were sent. */
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { Log } from '@order-hub/shared/log';
import { retrieveBoard, type Board } from '@order-hub/shared/orders-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import { eventText, type EventStream } from './streams/open-event-stream.ts';

/** How a viewer sees a board. `isKitchen`: without money and contact data. */
export type BoardTerms = { location_id: string; timezone: string; isKitchen: boolean; language: PageLanguage };

/** What a viewer looks at. */
export type BoardViewer = BoardTerms & { account_id: string };

export type RenderBoard = (board: Board, terms: BoardTerms) => string;

/** Viewers who see the same. `sent`: the last event, which each of them has. */
type Audience = { terms: BoardTerms; streams: Set<EventStream>; sent: string | undefined };

/**
 * A board that someone looks at. `on`: the newest user token of its viewers, so that no one depends on a viewer whose token was
 * not renewed. `mark` is that of `board`, which was read last.
 */
export type WatchedBoard = {
  name: string;
  key: { account_id: string; location_id: string };
  on: OnBehalf;
  mark: string | undefined;
  board: Board | undefined;
  isReading: boolean;
  audiences: Map<string, Audience>;
};

type Deps = { askFor: AskFor; render: RenderBoard; log: Log };

const unavailable = eventText('unavailable', '');

function sendTo(audience: Audience, text: string): void {
  if (text === audience.sent) return;
  audience.sent = text;
  for (const stream of audience.streams) stream.send(text);
}

const newBoard = (name: string, { account_id, location_id }: BoardViewer, on: OnBehalf): WatchedBoard => ({
  name,
  key: { account_id, location_id },
  on,
  mark: undefined,
  board: undefined,
  isReading: false,
  audiences: new Map(),
});

const nameOf = ({ location_id, isKitchen }: BoardTerms) => `${location_id} ${isKitchen}`;

/** The boards of this process. */
export function openBoards({ askFor, render, log }: Deps) {
  const boards = new Map<string, WatchedBoard>();

  /** A board that cannot be rendered must not stop the others. It is tried again when it changes. */
  function contentOf(board: Board, terms: BoardTerms): string {
    try {
      return eventText('content', render(board, terms));
    } catch (error) {
      log.error({ err: error, location_id: terms.location_id }, 'A board cannot be rendered');
      return unavailable;
    }
  }

  function show(board: Board, { audiences }: WatchedBoard): void {
    for (const audience of audiences.values()) sendTo(audience, contentOf(board, audience.terms));
  }

  function sendUnavailable(watched: WatchedBoard): void {
    // What is read next is sent again, even if it is what viewers saw before.
    watched.mark = undefined;
    for (const audience of watched.audiences.values()) sendTo(audience, unavailable);
  }

  function audienceOf(watched: WatchedBoard, viewer: BoardTerms): Audience {
    const { location_id, timezone, isKitchen, language } = viewer;
    const known = watched.audiences.get(language);
    if (known) return known;
    const terms = { location_id, timezone, isKitchen, language };
    const audience: Audience = { terms, streams: new Set(), sent: undefined };
    if (watched.board) audience.sent = contentOf(watched.board, terms);
    watched.audiences.set(language, audience);
    return audience;
  }

  return {
    all: () => [...boards.values()],
    sendUnavailable,
    join(viewer: BoardViewer, on: OnBehalf, stream: EventStream): WatchedBoard {
      const name = nameOf(viewer);
      const watched = boards.get(name) ?? newBoard(name, viewer, on);
      boards.set(name, watched);
      watched.on = on;
      const audience = audienceOf(watched, viewer);
      audience.streams.add(stream);
      if (audience.sent !== undefined) stream.send(audience.sent);
      return watched;
    },
    leave(watched: WatchedBoard, stream: EventStream): void {
      for (const [language, { streams }] of watched.audiences) {
        streams.delete(stream);
        if (streams.size === 0) watched.audiences.delete(language);
      }
      if (watched.audiences.size === 0) boards.delete(watched.name);
    },
    /** Reads a board whose mark has changed, and sends it to its viewers. */
    async refresh(watched: WatchedBoard, mark: string): Promise<void> {
      try {
        watched.board = await askFor(retrieveBoard, watched.on, { params: {} });
        watched.mark = mark;
        show(watched.board, watched);
      } catch {
        // The call has logged the reason.
        sendUnavailable(watched);
      } finally {
        watched.isReading = false;
      }
    },
    countViewers: () =>
      [...boards.values()]
        .flatMap(({ audiences }) => [...audiences.values()])
        .reduce((sum, { streams }) => sum + streams.size, 0),
  };
}
