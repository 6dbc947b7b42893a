/** What `hub listen` prints: a line for each attempt on stdout, sentences about everything else on stderr. */
import type { HubEvent } from '@order-hub/client/events';
import { cellText } from '../printing/cell-text.ts';
import { jsonText } from '../printing/json-text.ts';
import type { Terminal } from '../terminal.ts';
import type { Answer } from './post-event.ts';

/** An attempt to forward an event; `answer` is null where events are only printed. `retrySeconds`: until the next attempt. */
export type Attempt = { event: HubEvent; at: Date; answer: Answer | null; retrySeconds: number | null };

export type Report = { say: (sentence: string) => void; tell: (attempt: Attempt) => void };

const isTest = (event: HubEvent) => 'test' in event && event.test;

const isRefused = (status: number | null | undefined) => status != null && status >= 300;

function outcomeOf({ answer, retrySeconds }: Attempt): string[] {
  if (answer === null) return [];
  const { status, fault, duration_ms } = answer;
  const what = [String(status ?? fault), `${duration_ms} ms`];
  if (retrySeconds !== null) return [...what, `again in ${retrySeconds} s`];
  return isRefused(status) ? [...what, 'acknowledged all the same'] : what;
}

function lineOf(attempt: Attempt): string {
  const { event, at } = attempt;
  const kind = `${event.resource_type}.${event.event_type}${isTest(event) ? ' (test)' : ''}`;
  const cells = [at.toTimeString().slice(0, 8), kind, event.id, ...outcomeOf(attempt)];
  return `${cells.map(cellText).join('  ')}\n`;
}

/** One line for each attempt, for programs. */
function jsonLineOf({ event, at, answer, retrySeconds }: Attempt, isWhole: boolean): string {
  const { id, resource_type, event_type } = event;
  const shown = isWhole ? event : { id, resource_type, event_type };
  return jsonText({ at, ...answer, acknowledged: retrySeconds === null, retry_seconds: retrySeconds, event: shown }, 0);
}

type Style = { isJson: boolean; isWhole: boolean };

/** `isWhole`: with the events themselves. */
export function reportOn({ print, printError }: Terminal, { isJson, isWhole }: Style): Report {
  return {
    say: (sentence) => printError(`${sentence}\n`),
    tell: (attempt) => {
      if (isJson) return print(jsonLineOf(attempt, isWhole));
      print(lineOf(attempt) + (isWhole ? jsonText(attempt.event, 2) : ''));
    },
  };
}
