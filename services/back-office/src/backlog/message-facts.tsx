import { Facts, When } from '@order-hub/pages/elements';
import type { ManagedMessageDetails } from '@order-hub/shared/management/backlog';

/** `order_id` as `Order id`. */
const labelOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** What operators see of a parked message: whom it is about, and why it was rejected. Its body stays unseen. */
export const MessageFacts = ({ message, timezone }: { message: ManagedMessageDetails; timezone: string }) => (
  <Facts
    facts={[
      ['Message id', <code>{message.id}</code>],
      ['Topic', message.topic],
      ['Change', message.type],
      ['Key', <code>{message.key}</code>],
      ['Account id', message.account_id && <code>{message.account_id}</code>],
      ...Object.entries(message.ids).map(([name, id]) => [labelOf(name), <code>{id}</code>] as const),
      ['Written', <When at={new Date(message.created_at)} timezone={timezone} />],
      ['Parked', <When at={new Date(message.parked_at)} timezone={timezone} />],
      ['Parked by', message.service],
      ['Attempts', message.attempts],
      ['Error', message.reason],
    ]}
  />
);
