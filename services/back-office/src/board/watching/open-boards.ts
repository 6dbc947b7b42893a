/** The boards that someone looks at. */
import { retrieveBoard, type Board } from '@order-hub/shared/orders-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { openBoardToken, type BoardToken, type TokenViewer } from './open-board-token.ts';
import {
  newAudience,
  sendBoard,
  sendUnavailable,
  type Audience,
  type BoardTerms,
  type Rendering,
} from './send-board.ts';
import type { EventStream } from './open-event-stream.ts';

/** What a viewer looks at. */
export type BoardViewer = BoardTerms & { account_id: string };

/** A board that someone looks at. `mark` is that of `board`, which was read last. `audiences`: by language. */
export type WatchedBoard = {
  name: string;
  key: { account_id: string; location_id: string };
  token: BoardToken;
  mark: string | undefined;
  board: Board | undefined;
  isReading: boolean;
  audiences: Map<string, Audience>;
};

/** Those in the kitchen have a board of their own. */
const nameOf = ({ location_id, isKitchen }: BoardTerms) => `${location_id} ${isKitchen}`;

const newBoard = (name: string, { account_id, location_id }: BoardViewer, { on }: TokenViewer): WatchedBoard => ({
  name,
  key: { account_id, location_id },
  token: openBoardToken(on),
  mark: undefined,
  board: undefined,
  isReading: false,
  audiences: new Map(),
});

/** Tells the viewers of a board that orders does not answer. What is read next is sent again, even if they saw it before. */
export function tellUnavailable(watched: WatchedBoard): void {
  watched.mark = undefined;
  for (const audience of watched.audiences.values()) sendUnavailable(audience);
}

/** `check`: ends the streams of the viewers who may no longer look, so that they get nothing of a change. */
type Refreshing = Rendering & { askFor: AskFor; check(watched: WatchedBoard): Promise<void> };

/** Reads a board whose mark has changed, and sends it to its viewers. */
export async function refreshBoard(
  { askFor, check, ...rendering }: Refreshing,
  watched: WatchedBoard,
  mark: string,
): Promise<void> {
  try {
    const on = await watched.token.current();
    const [board] = await Promise.all([askFor(retrieveBoard, on, { params: {} }), check(watched)]);
    Object.assign(watched, { board, mark });
    for (const audience of watched.audiences.values()) sendBoard(rendering, audience, board);
  } catch {
    // The call has logged the reason.
    tellUnavailable(watched);
  } finally {
    watched.isReading = false;
  }
}

/** The boards of this process, with their viewers. */
export function openBoards(rendering: Rendering) {
  const boards = new Map<string, WatchedBoard>();

  function audienceOf({ audiences, board }: WatchedBoard, viewer: BoardViewer): Audience {
    const known = audiences.get(viewer.language);
    if (known) return known;
    const audience = newAudience(viewer);
    if (board) sendBoard(rendering, audience, board);
    audiences.set(viewer.language, audience);
    return audience;
  }

  return {
    all: () => [...boards.values()],
    /** Adds a viewer, who gets at once what the others have. */
    join(viewer: BoardViewer, stream: EventStream, tokens: TokenViewer): WatchedBoard {
      const name = nameOf(viewer);
      const watched = boards.get(name) ?? newBoard(name, viewer, tokens);
      boards.set(name, watched);
      watched.token.join(stream, tokens);
      const audience = audienceOf(watched, viewer);
      audience.streams.add(stream);
      if (audience.sent !== undefined) stream.send(audience.sent);
      return watched;
    },
    leave({ name, token, audiences }: WatchedBoard, stream: EventStream): void {
      token.leave(stream);
      for (const [language, { streams }] of audiences) {
        streams.delete(stream);
        if (streams.size === 0) audiences.delete(language);
      }
      if (audiences.size === 0) boards.delete(name);
    },
  };
}
