import { Facts, When } from '@order-hub/pages/elements';
import type { ManagedMessageDetails } from '@order-hub/shared/management/backlog';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** `order_id` as `Order id`. */
const labelOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** What operators see of a parked message: whom it is about, and why it was rejected. Its body stays unseen. */
export const MessageFacts = ({ message, timezone }: { message: ManagedMessageDetails; timezone: string }) => {
  const t = texts(useLanguage());
  return (
    <Facts
      facts={[
        [t('message_id'), <code>{message.id}</code>],
        [t('topic'), <code>{message.topic}</code>],
        [t('change'), message.type && <code>{message.type}</code>],
        [t('key'), <code>{message.key}</code>],
        [t('account_id'), message.account_id && <code>{message.account_id}</code>],
        ...Object.entries(message.ids).map(([name, id]) => [labelOf(name), <code>{id}</code>] as const),
        [t('written'), <When at={new Date(message.created_at)} timezone={timezone} />],
        [t('parked'), <When at={new Date(message.parked_at)} timezone={timezone} />],
        [t('parked_by'), <code>{message.service}</code>],
        [t('attempts'), message.attempts],
        [t('error'), message.reason && <bdi>{message.reason}</bdi>],
      ]}
    />
  );
};
