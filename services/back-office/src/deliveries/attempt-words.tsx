import { Tag, When, type Tone } from '@order-hub/pages/elements';
import type { LoggedAttempt } from '@order-hub/shared/management/attempts';

type State = LoggedAttempt['state'];

const shown: Record<State, { tone: Tone; word: string }> = {
  acknowledged: { tone: 'good', word: 'Received' },
  refused: { tone: 'bad', word: 'Refused' },
  retrying: { tone: 'busy', word: 'Will be sent again' },
  given_up: { tone: 'bad', word: 'Given up' },
};

export const stateChoices = Object.entries(shown).map(([value, { word }]) => ({ value, label: word }));

/** What became of the event, and when it is sent again. */
export const AttemptState = ({
  attempt: { state, retry_at },
  timezone,
}: {
  attempt: LoggedAttempt;
  timezone: string;
}) => (
  <>
    <Tag tone={shown[state].tone}>{shown[state].word}</Tag>
    {retry_at !== null && (
      <small class="below">
        at <When at={new Date(retry_at)} timezone={timezone} seconds />
      </small>
    )}
  </>
);

/** `401`, or why there was no answer. */
export const answerInWords = ({ status, fault }: LoggedAttempt): string =>
  fault ?? (status === null ? 'no answer' : `${status}`);

const milliseconds = (ms: number) => `${ms.toLocaleString('en')} ms`;

export const durationInWords = ({ duration_ms }: LoggedAttempt): string => milliseconds(duration_ms);

const consequences: Record<State, string> = {
  acknowledged: 'That acknowledges the event, so it is not sent again.',
  refused:
    'A status from 400 to 499 acknowledges the event, so it is not sent again by itself. The hub keeps it for some days: you can send it again.',
  retrying: 'That does not acknowledge the event, so it is sent again by the schedule.',
  given_up: 'This was the last attempt. The hub keeps the event for some days: you can send it again.',
};

/** Why the event is sent again, or is not. */
export function whyInWords(attempt: LoggedAttempt): string {
  const { status } = attempt;
  const answer = status === null ? `There was no answer: ${answerInWords(attempt)}.` : `The app answered ${status}.`;
  return `${answer} ${consequences[attempt.state]}`;
}

export const eventKind = ({ resource_type, event_type }: LoggedAttempt): string => `${resource_type}.${event_type}`;

/** Whether the event may still be sent again: it waits for its retry, or is kept. */
export const canBeResent = ({ state }: LoggedAttempt): boolean => state !== 'acknowledged';
