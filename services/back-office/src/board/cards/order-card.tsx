import { Tag, type Tone } from '@order-hub/pages/elements';
import { wishedTime } from '@order-hub/shared/late-orders';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import { boardOrderPath } from '../../paths/board-path.ts';
import { orderPath } from '../../paths/order-path.ts';
import { orderNumber } from '../order-number.ts';
import { texts } from '../texts.ts';
import { CardActions } from './card-actions.tsx';
import { LateTag } from './late-tag.tsx';
import type { CardTerms } from './card-terms.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderPeople } from './order-people.tsx';
import { timeText } from './time-text.ts';

type CardProps = { order: BoardOrder; terms: CardTerms };

/** `isAlone`: it is not in a column, which has a heading of its own. */
type OrderCardProps = CardProps & { isAlone?: boolean | undefined };

const tones: Readonly<Record<string, Tone>> = {
  new: 'busy',
  received: 'busy',
  completed: 'good',
  rejected: 'bad',
  cancelled: 'bad',
  delivery_failed: 'bad',
};

const serviceTypes = ['delivery', 'collection', 'eat_in'] as const;

const Times = ({ order, terms }: CardProps) => {
  const t = texts(terms);
  const { confirmed_time: confirmed, created_at, asap } = order;
  const wished = wishedTime(order);
  return (
    <p class="times">
      {confirmed !== null && (
        <strong>
          <time datetime={confirmed}>{t('ready_at', { time: timeText(terms, confirmed) })}</time>
        </strong>
      )}
      {wished !== null && <time datetime={wished}>{t('wished_at', { time: timeText(terms, wished) })}</time>}
      {wished === null && asap && <span>{t('asap')}</span>}
      <time datetime={created_at}>{t('placed_at', { time: timeText(terms, created_at) })}</time>
    </p>
  );
};

const Head = ({ order, terms, isAlone }: OrderCardProps) => {
  const Heading = isAlone ? 'h2' : 'h3';
  const t = texts(terms);
  const { id, status, channel, service_type } = order;
  const service = serviceTypes.find((name) => name === service_type);
  return (
    <header>
      <Heading id={`order-${id}`}>
        <bdi>{orderNumber(order)}</bdi>
      </Heading>
      {service && <strong class="service">{t(service)}</strong>}
      <Tag tone={tones[status] ?? 'quiet'}>{t(`status_${status}` as 'status_new')}</Tag>
      <LateTag order={order} terms={terms} />
      <span class="channel">{t('from_channel', { channel: <bdi>{channel}</bdi> })}</span>
    </header>
  );
};

const Notes = ({ order: { customer_notes, seller_notes }, terms }: CardProps) => {
  const t = texts(terms);
  const notes = [
    [t('customer_notes'), customer_notes],
    [t('seller_notes'), seller_notes],
  ] as const;
  return (
    <>
      {notes.map(
        ([label, text]) =>
          text !== null && (
            <p class="note">
              <strong>{label}</strong> <bdi>{text}</bdi>
            </p>
          ),
      )}
    </>
  );
};

/** The ways to all that is known of the order, and to its receipt. */
const Links = ({ order: { id }, terms }: CardProps) => {
  const t = texts(terms);
  return (
    <p class="card-links">
      <a href={orderPath(terms.location_id, id)}>{t('details')}</a>
      <a href={boardOrderPath(terms.location_id, id, 'receipt')}>{t('print')}</a>
    </p>
  );
};

/** An order on the board; without forms, its receipt. */
export const OrderCard = ({ order, terms, isAlone }: OrderCardProps) => (
  <article class="order-card" data-order={order.id} data-status={order.status} aria-labelledby={`order-${order.id}`}>
    <Head order={order} terms={terms} isAlone={isAlone} />
    <Times order={order} terms={terms} />
    <OrderLines order={order} terms={terms} />
    <Notes order={order} terms={terms} />
    <OrderPeople order={order} terms={terms} />
    {terms.formToken !== null && (
      <>
        <CardActions order={order} terms={terms} />
        <Links order={order} terms={terms} />
      </>
    )}
  </article>
);
