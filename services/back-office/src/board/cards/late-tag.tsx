import { Icon } from '@order-hub/pages/icon';
import { isLate, lateFrom } from '@order-hub/shared/late-orders';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import { texts } from '../texts.ts';
import type { CardTerms } from './card-terms.ts';

/**
 * Says that the order is late. It is hidden until then: the script of the board shows it at the time in it, since no event comes when
 * time passes; without script the page reloads. `now`: of the reader; by default this moment.
 */
export function LateTag({ order, terms, now = new Date() }: { order: BoardOrder; terms: CardTerms; now?: Date }) {
  const from = lateFrom(order, now);
  if (from === null) return null;
  return (
    <span class="tag bad late" data-late-from={from} hidden={!isLate(order, now)}>
      <Icon name="alert" />
      {texts(terms)('late')}
    </span>
  );
}
