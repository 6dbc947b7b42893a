import { Tag, When, type Tone } from '@order-hub/pages/elements';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { attemptStates } from '@order-hub/shared/attempt-log-calls';
import type { LoggedAttempt } from '@order-hub/shared/management/attempts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type State = LoggedAttempt['state'];

type Speaking = { language: PageLanguage };

const tones: Record<State, Tone> = { acknowledged: 'good', refused: 'bad', retrying: 'busy', given_up: 'bad' };

export const stateChoices = (visit: Speaking) =>
  attemptStates.map((value) => ({ value, label: texts(visit)(`state_${value}`) }));

/** What became of the event, and when it is sent again. */
export const AttemptState = ({
  attempt: { state, retry_at },
  timezone,
}: {
  attempt: LoggedAttempt;
  timezone: string;
}) => {
  const t = texts(useLanguage());
  return (
    <>
      <Tag tone={tones[state]}>{t(`state_${state}`)}</Tag>
      {retry_at !== null && (
        <small class="below">
          {t('retry_at', { time: <When at={new Date(retry_at)} timezone={timezone} seconds /> })}
        </small>
      )}
    </>
  );
};

/** `401`, or why there was no answer. */
export const answerInWords = ({ status, fault }: LoggedAttempt, visit: Speaking): string =>
  fault ?? (status === null ? texts(visit)('no_answer') : `${status}`);

export const durationInWords = ({ duration_ms }: LoggedAttempt, visit: Speaking): string =>
  texts(visit)('milliseconds', { ms: duration_ms });

/** Why the event is sent again, or is not. */
export function whyInWords(attempt: LoggedAttempt, visit: Speaking): string {
  const t = texts(visit);
  const { status, state } = attempt;
  const answer =
    status === null
      ? t('there_was_no_answer', { answer: answerInWords(attempt, visit) })
      : t('app_answered', { status: String(status) });
  return `${answer} ${t(`why_${state}`)}`;
}

export const eventKind = ({ resource_type, event_type }: LoggedAttempt): string => `${resource_type}.${event_type}`;

/** Whether the event may still be sent again: it waits for its retry, or is kept. */
export const canBeResent = ({ state }: LoggedAttempt): boolean => state !== 'acknowledged';
