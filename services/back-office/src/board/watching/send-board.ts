/** The viewers of a board, by what they see. */
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { Log } from '@order-hub/shared/log';
import type { Board } from '@order-hub/shared/orders-calls';
import { eventText, type EventStream } from './open-event-stream.ts';

/** How a viewer sees a board. `isKitchen`: without money and contact data. */
export type BoardTerms = { location_id: string; timezone: string; isKitchen: boolean; language: PageLanguage };

export type RenderBoard = (board: Board, terms: BoardTerms) => string;

/** Viewers who see the same. `sent`: the last event, which each of them has. */
export type Audience = { terms: BoardTerms; streams: Set<EventStream>; sent: string | undefined };

export type Rendering = { render: RenderBoard; log: Log };

const unavailable = eventText('unavailable', '');

export const newAudience = ({ location_id, timezone, isKitchen, language }: BoardTerms): Audience => ({
  terms: { location_id, timezone, isKitchen, language },
  streams: new Set(),
  sent: undefined,
});

/** A board that cannot be rendered must not stop the others. It is tried again when it changes. */
function contentOf({ render, log }: Rendering, board: Board, terms: BoardTerms): string {
  try {
    return eventText('content', render(board, terms));
  } catch (error) {
    log.error({ err: error, location_id: terms.location_id }, 'a board cannot be rendered');
    return unavailable;
  }
}

function send(audience: Audience, text: string): void {
  if (text === audience.sent) return;
  audience.sent = text;
  for (const stream of audience.streams) stream.send(text);
}

export const sendBoard = (rendering: Rendering, audience: Audience, board: Board): void => {
  send(audience, contentOf(rendering, board, audience.terms));
};

export const sendUnavailable = (audience: Audience): void => {
  send(audience, unavailable);
};
