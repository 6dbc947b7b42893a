import { Empty, Name, Section } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { ApiOrder } from '../../api/api-order.ts';
import { OrderOption } from '../../order-lines/order-option.tsx';
import { Money } from '../order-words.tsx';
import { subsetsOf } from '../../order-lines/subsets.ts';
import { texts } from '../texts.ts';

type Item = ApiOrder['items'][number];
type Shown = { visit: UserVisit; hasMoney: boolean };

/** What an option adds to the price of its item, or takes off; nothing if it is free. */
function OptionPrice({ price }: { price: string | null }) {
  if (price === null || /^-?0(\.0+)? /.test(price)) return null;
  return (
    <>
      {' '}
      <span class="price">
        ({!price.startsWith('-') && '+'}
        <Money>{price}</Money>)
      </span>
    </>
  );
}

const Option = ({ option, visit, hasMoney }: Shown & { option: Item['options'][number] }) => {
  const { option_list_name: list, name, quantity, removed, price } = option;
  return (
    <OrderOption option={{ list, name, quantity, is_removed: removed === true }} language={visit.language}>
      {hasMoney && <OptionPrice price={price} />}
    </OrderOption>
  );
};

/** A product by its name and variant, and the deal that it is part of. */
function Product({ item, deals, visit }: Pick<Shown, 'visit'> & { item: Item; deals: ApiOrder['deals'] }) {
  const t = texts(visit);
  const deal = item.deal_line && deals[item.deal_line.deal_key];
  return (
    <>
      <strong>
        <Name>{item.product_name}</Name>
      </strong>
      {item.sku_name !== null && (
        <>
          {' '}
          <Name>{item.sku_name}</Name>
        </>
      )}
      {item.deleted && <span class="tag quiet">{t('removed')}</span>}
      {deal && <small class="below">{t('of_deal', { deal: <Name>{deal.name}</Name> })}</small>}
    </>
  );
}

/** A product with its options and notes. */
const Line = ({ item, deals, ...shown }: Shown & { item: Item; deals: ApiOrder['deals'] }) => (
  <li class={item.deleted ? 'deleted' : undefined}>
    <strong class="quantity">{formats(shown.visit).number(Number(item.quantity))} ×</strong>
    <div>
      <Product item={item} deals={deals} visit={shown.visit} />
      {item.options.length > 0 && (
        <ul class="options">
          {item.options.map((option) => (
            <Option option={option} {...shown} />
          ))}
        </ul>
      )}
      {item.customer_notes !== null && (
        <p class="note">
          <bdi>{item.customer_notes}</bdi>
        </p>
      )}
    </div>
    {shown.hasMoney && (
      <span class="amount">
        <Money>{item.subtotal}</Money>
      </span>
    )}
  </li>
);

/** What was ordered. */
export function OrderItems({ order, ...shown }: Shown & { order: ApiOrder }) {
  const t = texts(shown.visit);
  return (
    <Section title={t('items')}>
      {order.items.length === 0 ? (
        <Empty>{t('no_items')}</Empty>
      ) : (
        subsetsOf(order.items).map(({ name, items }) => (
          <>
            {name !== null && (
              <p class="subset">
                <Name>{name}</Name>
              </p>
            )}
            <ul class="order-lines">
              {items.map((item) => (
                <Line item={item} deals={order.deals} {...shown} />
              ))}
            </ul>
          </>
        ))
      )}
    </Section>
  );
}
