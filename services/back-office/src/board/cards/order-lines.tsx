import type { BoardItem, BoardOrder } from '@order-hub/shared/orders-calls';
import { OrderOption } from '../../order-lines/order-option.tsx';
import { subsetsOf } from '../../order-lines/subsets.ts';
import { texts } from '../texts.ts';
import type { CardTerms } from './card-terms.ts';
import { moneyText } from './money-text.ts';

const ItemLine = ({ item, terms }: { item: BoardItem; terms: CardTerms }) => {
  const t = texts(terms);
  return (
    <li>
      <p class="item">
        <strong class="count">{t('times', { quantity: item.quantity })}</strong>{' '}
        <span>
          <bdi>{item.name}</bdi>
          {item.sku !== null && (
            <>
              {', '}
              <bdi>{item.sku}</bdi>
            </>
          )}
        </span>
        {item.subtotal !== null && <span class="amount">{moneyText(terms, item.subtotal)}</span>}
      </p>
      {item.options.length > 0 && (
        <ul>
          {item.options.map((option) => (
            <OrderOption option={option} language={terms.language} />
          ))}
        </ul>
      )}
      {item.deal !== null && <p class="hint">{t('of_deal', { deal: <bdi>{item.deal}</bdi> })}</p>}
      {item.notes !== null && (
        <p class="note">
          <bdi>{item.notes}</bdi>
        </p>
      )}
    </li>
  );
};

/** What was ordered, item by item, under the names of their subsets. */
export const OrderLines = ({ order: { items, more_items }, terms }: { order: BoardOrder; terms: CardTerms }) => {
  const t = texts(terms);
  return (
    <>
      {subsetsOf(items).map(({ name, items: inside }) => (
        <>
          {name !== null && (
            <p class="subset">
              <bdi>{name}</bdi>
            </p>
          )}
          <ul class="lines">
            {inside.map((item) => (
              <ItemLine item={item} terms={terms} />
            ))}
          </ul>
        </>
      ))}
      {items.length === 0 && <p class="hint">{t('no_items')}</p>}
      {more_items > 0 && <p class="hint">{t('more_items', { count: more_items })}</p>}
    </>
  );
};
