import { Tag, When, type Tone } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { connectionPath } from '../paths/connection-path.ts';
import { logPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';
import type { Health, HealthKind } from './health.ts';

const tones: Record<HealthKind, Tone> = {
  works: 'good',
  no_events: 'quiet',
  unknown: 'quiet',
  disconnected: 'quiet',
  blocked: 'busy',
  suspended: 'bad',
  secret: 'bad',
  address: 'bad',
  refuses: 'bad',
  faulty: 'bad',
  silent: 'bad',
  behind: 'bad',
  fetches_nothing: 'bad',
};

type Props = { id: string; health: Health; timezone: string };

/** What is wrong, in a word or two. */
export const HealthTag = ({ health: { kind } }: Pick<Props, 'health'>) => {
  const t = texts(useLanguage());
  return <Tag tone={tones[kind]}>{t(`tag_${kind}`)}</Tag>;
};

/** A sentence that says how the app does. */
export const HealthSentence = ({ health: { kind, since, status }, timezone }: Omit<Props, 'id'>) => {
  const t = texts(useLanguage());
  const values = {
    status: String(status ?? ''),
    since: since === null ? <>{t('some_time')}</> : <When at={since} timezone={timezone} />,
  };
  // Lists do not know since when.
  if (kind === 'blocked' && since === null) return <>{t('is_blocked_now')}</>;
  return <>{t(`is_${kind}`, values)}</>;
};

/** Events are kept that the app refused, or that were given up. */
const resendable = ['secret', 'address', 'refuses', 'faulty', 'silent', 'behind'] as const;

const isResendable = (kind: HealthKind): kind is (typeof resendable)[number] => resendable.some((one) => one === kind);

/** What to do next: a sentence, and the way there. */
export const NextStep = ({ id, health: { kind } }: Pick<Props, 'id' | 'health'>) => {
  const t = texts(useLanguage());
  if (kind === 'blocked') {
    return (
      <>
        {t('next_blocked')} <a href={`${connectionPath(id)}/unblock`}>{t('unblock')}</a>
      </>
    );
  }
  if (isResendable(kind)) {
    return (
      <>
        {t(`next_${kind}`)} <a href={`${logPath({ connection_id: id, client_id: undefined })}/resend`}>{t('resend')}</a>
      </>
    );
  }
  return kind === 'fetches_nothing' || kind === 'suspended' ? <>{t(`next_${kind}`)}</> : null;
};
