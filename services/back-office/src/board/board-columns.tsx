import type { Board } from '@order-hub/shared/orders-calls';
import type { CardTerms } from './cards/card-terms.ts';
import { OrderCard } from './cards/order-card.tsx';
import { columnNames, columnsOf } from './columns.ts';
import { texts } from './texts.ts';

/** The orders of a board, by what has to be done with them. */
export const BoardColumns = ({ board: { orders, has_more }, terms }: { board: Board; terms: CardTerms }) => {
  const t = texts(terms);
  const columns = columnsOf(orders);
  return (
    <>
      {columnNames.map((name) => (
        <section class={`column ${name}`} aria-labelledby={`column-${name}`}>
          <h2 id={`column-${name}`}>
            {t(`column_${name}`)} <span class="count">{columns[name].length}</span>
          </h2>
          {columns[name].length === 0 && <p class="empty">{t(name === 'new' ? 'none_new' : 'none')}</p>}
          {columns[name].map((order) => (
            <OrderCard order={order} terms={terms} />
          ))}
        </section>
      ))}
      {has_more && <p class="hint">{t('more')}</p>}
    </>
  );
};
