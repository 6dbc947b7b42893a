import type { BoardItem, BoardOrder } from '@order-hub/shared/orders-calls';
import { texts } from '../texts.ts';
import type { CardTerms } from './card-terms.ts';
import { moneyText } from './money-text.ts';

type Option = BoardItem['options'][number];

const OptionLine = ({ option: { name, quantity, is_removed }, terms }: { option: Option; terms: CardTerms }) => {
  const t = texts(terms);
  if (is_removed) return <li class="without">{t('without', { name: <bdi>{name}</bdi> })}</li>;
  return (
    <li>
      {quantity > 1 && `${t('times', { quantity })} `}
      <bdi>{name}</bdi>
    </li>
  );
};

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
            <OptionLine option={option} terms={terms} />
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

/** What was ordered, item by item. */
export const OrderLines = ({ order: { items, more_items }, terms }: { order: BoardOrder; terms: CardTerms }) => {
  const t = texts(terms);
  return (
    <>
      <ul class="lines">
        {items.map((item) => (
          <ItemLine item={item} terms={terms} />
        ))}
      </ul>
      {items.length === 0 && <p class="hint">{t('no_items')}</p>}
      {more_items > 0 && <p class="hint">{t('more_items', { count: more_items })}</p>}
    </>
  );
};
