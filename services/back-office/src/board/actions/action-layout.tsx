import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import type { ComponentChildren } from 'preact';
import { boardPath } from '../../paths/board-path.ts';
import { OrderCard } from '../cards/order-card.tsx';
import { orderNumber } from '../order-number.ts';
import { Reasons } from '../reasons.tsx';
import { texts } from '../texts.ts';
import type { ActionName } from '../order-actions.ts';

type Props = {
  action: ActionName;
  order: BoardOrder;
  location_id: string;
  visit: UserVisit;
  children: ComponentChildren;
};

/** One action for one order: a form, above the order that it is about. */
export const ActionLayout = ({ action, order, location_id, visit, children }: Props) => {
  const t = texts(visit);
  const { language, place } = visit;
  const terms = { location_id, language, timezone: place?.timezone ?? 'UTC', formToken: null };
  return (
    <Layout
      title={t(`title_${action}`, { number: orderNumber(order) })}
      visit={visit}
      trail={[{ label: t('board'), href: boardPath(location_id) }]}
    >
      <section>{children}</section>
      <OrderCard order={order} terms={terms} isAlone />
      <Reasons visit={visit} />
    </Layout>
  );
};
