/** What orders are called on pages. */
import { Tag, type Tone } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { useLanguage } from '@order-hub/pages/language-context';
import { texts, type OrderTexts } from './texts.ts';

type Numbered = { id: string; ref: string | null; collection_code: string | null };

/** What people call an order: the code that the customer knows, else the app's number, else the end of its id. */
export const orderNumber = ({ id, ref, collection_code }: Numbered): string =>
  collection_code || ref || `#${id.slice(-4).toUpperCase()}`;

export const orderStates = [
  'new',
  'received',
  'accepted',
  'in_preparation',
  'awaiting_shipment',
  'awaiting_collection',
  'in_delivery',
  'completed',
  'rejected',
  'cancelled',
  'delivery_failed',
] as const;

type OrderState = (typeof orderStates)[number];

const tones: Partial<Record<string, Tone>> = {
  new: 'busy',
  received: 'busy',
  completed: 'good',
  rejected: 'bad',
  cancelled: 'bad',
  delivery_failed: 'bad',
};

const isState = (status: string): status is OrderState => (orderStates as readonly string[]).includes(status);

/** A state of an order in words. A newer service may know others. */
export function stateInWords(t: OrderTexts, status: string): string {
  return isState(status) ? t(`status_${status}`) : status;
}

export const OrderTag = ({ status }: { status: string }) => (
  <Tag tone={tones[status] ?? 'quiet'}>{stateInWords(texts(useLanguage()), status)}</Tag>
);

const services = ['delivery', 'collection', 'eat_in'] as const;

export function serviceInWords(t: OrderTexts, service_type: string | null): string | null {
  const service = services.find((known) => known === service_type);
  return service ? t(`service_${service}`) : service_type;
}

/** A time of an order, as the clocks of its location show it. */
export const OrderTime = ({ at, timezone }: { at: string; timezone: string }) => (
  <time datetime={at}>{formats(useLanguage()).at(new Date(at), timezone)}</time>
);

/** An amount of the API, such as `9.80 EUR`. */
export function Money({ children }: { children: string }) {
  const [amount = '', currency = ''] = children.split(' ');
  return <>{formats(useLanguage()).money(amount, currency)}</>;
}
