import type { UserVisit } from '@order-hub/pages/visit';
import type { ApiOrder } from '../../api/api-order.ts';
import { labelOf } from '../../board/cards/card-actions.tsx';
import { actionsOf } from '../../board/order-actions.ts';
import { texts as boardTexts } from '../../board/texts.ts';
import { boardOrderPath, boardPath } from '../../paths/board-path.ts';
import { texts } from '../texts.ts';

type Props = { order: ApiOrder; location_id: string; visit: UserVisit };

const classOf = (name: string, at: number) =>
  name === 'reject' || name === 'cancel' ? 'button danger' : at === 0 ? 'button primary' : 'button';

/** What can be done with the order now, as on the board, and where else it is shown. */
export function OrderActions({ order, location_id, visit }: Props) {
  const t = texts(visit);
  return (
    <p class="actions">
      {actionsOf(order).map((name, at) => (
        <a class={classOf(name, at)} href={boardOrderPath(location_id, order.id, name)}>
          {boardTexts(visit)(labelOf(name, order))}
        </a>
      ))}
      <a class="button" href={boardOrderPath(location_id, order.id, 'receipt')}>
        {t('receipt')}
      </a>
      <a href={boardPath(location_id)}>{t('board')}</a>
    </p>
  );
}
