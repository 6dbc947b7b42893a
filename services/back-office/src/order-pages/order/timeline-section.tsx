import { Name, Section } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { OrderAttempt } from '@order-hub/shared/attempt-log-calls';
import type { OrderHistory } from '@order-hub/shared/order-history-calls';
import { formatTime } from '@order-hub/shared/times';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { connectionPath } from '../../paths/connection-path.ts';
import { stateInWords } from '../order-words.tsx';
import { texts } from '../texts.ts';
import type { FoundTimeline } from './find-timeline.ts';
import { changedFields, timelineOf, type Actor, type TimelineEntry } from './timeline.ts';

type Shown = { visit: UserVisit };

/** Who did something, in the middle of a sentence. */
function ActorName({ actor, visit }: Shown & { actor: Actor }) {
  const t = texts(visit);
  if (actor === 'hub') return <>{t('the_hub')}</>;
  if (actor === 'back office') return <>{t('the_back_office')}</>;
  return actor ? <Name>{actor.name}</Name> : <>{t('an_app')}</>;
}

function Change({ change, actor, visit }: Shown & { change: OrderHistory[number]; actor: Actor }) {
  const t = texts(visit);
  const who = <ActorName actor={actor} visit={visit} />;
  const state = <strong>{stateInWords(t, change.to_status)}</strong>;
  if (change.from_status === null) return <>{t('created', { who, state })}</>;
  const { known, hasOthers } = changedFields(change.fields);
  const fields = [...known.map((field) => t(`field_${field}`)), ...(hasOthers ? [t('field_others')] : [])];
  const what = formats(visit).list(fields);
  if (change.from_status === change.to_status) return <>{t('changed', { who, what })}</>;
  return <>{fields.length === 0 ? t('moved', { who, state }) : t('moved_and_changed', { who, state, what })}</>;
}

/** The answer of a receiver, or why there is none, as the delivery log says it. */
const Answer = ({ status, fault }: Pick<OrderAttempt, 'status' | 'fault'>) => <code>{status ?? fault ?? '–'}</code>;

function Push({ attempt, actor, visit }: Shown & { attempt: OrderAttempt; actor: Actor }) {
  const t = texts(visit);
  const about = attempt.resource_type === 'delivery' ? 'delivery' : 'order';
  const values = { app: <ActorName actor={actor} visit={visit} />, about, answer: <Answer {...attempt} /> };
  const time = attempt.retry_at === null ? '–' : formats(visit).at(new Date(attempt.retry_at), timezoneOf(visit));
  // The delivery log is the owner's.
  const log = `${connectionPath(attempt.connection_id)}/deliveries/${attempt.id}`;
  return (
    <>
      {attempt.state === 'retrying' ? t('push_retrying', { ...values, time }) : t(`push_${attempt.state}`, values)}{' '}
      {visit.place?.role === 'owner' && <a href={log}>{t('details')}</a>}
    </>
  );
}

const timezoneOf = ({ place, user }: UserVisit) => place?.timezone ?? user.timezone;

const Entry = ({ entry, visit }: Shown & { entry: TimelineEntry }) => (
  <li class={'change' in entry ? 'change' : `push ${entry.attempt.state}`}>
    <time datetime={formatTime(entry.at)}>{formats(visit).at(entry.at, timezoneOf(visit), 'second')}</time>
    <p>{'change' in entry ? <Change {...entry} visit={visit} /> : <Push {...entry} visit={visit} />}</p>
  </li>
);

/** What became of an order: who changed what, and what each app answered. */
export function TimelineSection({ timeline, visit }: Shown & { timeline: FoundTimeline }) {
  const t = texts(visit);
  const entries = timelineOf(timeline, backOfficeClient.id);
  const isPart = timeline.history === null || timeline.attempts === null;
  return (
    <Section title={t('timeline')}>
      {isPart && <p class="hint">{t('timeline_part')}</p>}
      {entries.length === 0 && !isPart && <p class="empty timeline-empty">{t('timeline_empty')}</p>}
      {entries.length > 0 && (
        <ol class="timeline">
          {entries.map((entry) => (
            <Entry entry={entry} visit={visit} />
          ))}
        </ol>
      )}
      {visit.place?.role !== 'kitchen' && <p class="hint">{t('timeline_hint')}</p>}
    </Section>
  );
}
