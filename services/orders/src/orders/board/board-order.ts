/** An order as people in a kitchen need it. Pure. */
import type { BoardCustomer, BoardItem, BoardMoney, BoardOrder } from '@order-hub/shared/orders-calls';
import { amountOf, currencyOf, formatMoney } from '@order-hub/shared/money';
import type { UserPlace } from '@order-hub/shared/principal';
import type { Order } from '../order.schema.ts';
import { currentDocument, type OrderDocument } from '../rows/order-row.ts';
import { textStart } from '@order-hub/shared/text-start';

type Item = Order['items'][number];

/** More than anyone reads on a board: what a client sends bounds neither the page nor the time that it takes. */
const itemsMax = 100;
const optionsMax = 50;
const amountsMax = 20;
const notesCharsMax = 1_000;

const isKept = ({ deleted }: { deleted: boolean }) => !deleted;

const notes = (text: string | null) => (text === null || text === '' ? null : textStart(text, notesCharsMax));

const optionOf = ({ option_list_name, name, quantity, removed }: Item['options'][number]) => ({
  list: option_list_name,
  name,
  quantity,
  is_removed: removed === true,
});

const itemOf = (item: Item, deals: Order['deals']): BoardItem => ({
  name: item.product_name,
  sku: item.sku_name,
  quantity: item.quantity,
  subset: item.subset,
  notes: notes(item.customer_notes),
  deal: item.deal_line ? (deals[item.deal_line.deal_key]?.name ?? null) : null,
  options: item.options.slice(0, optionsMax).map(optionOf),
  subtotal: item.subtotal,
});

function moneyOf({ total, charges, discounts, payments }: Order): BoardMoney {
  const [added, off, paid] = [charges.filter(isKept), discounts.filter(isKept), payments.filter(isKept)];
  const due = paid.reduce((left, { amount }) => left.minus(amountOf(amount)), amountOf(total));
  return {
    total,
    due: formatMoney(due, currencyOf(total)),
    charges: added.slice(0, amountsMax).map(({ name, price }) => ({ name, amount: price })),
    discounts: off.slice(0, amountsMax).map(({ name, price_off }) => ({ name, amount: price_off })),
    payments: paid.slice(0, amountsMax).map(({ name, amount }) => ({ name, amount })),
  };
}

const filled = (parts: readonly (string | null)[]) =>
  parts.filter((part): part is string => part !== null && part !== '');

const joined = (parts: readonly (string | null)[], between: string) => filled(parts).join(between);

function customerOf({ customer }: Order): BoardCustomer {
  const { first_name, last_name, company_name, phone, phone_access_code, address_1, address_2 } = customer;
  const town = joined([customer.postal_code, customer.city], ' ');
  return {
    name: joined([joined([first_name, last_name], ' '), company_name], ', ') || null,
    phone,
    phone_access_code,
    // Without the country: whoever delivers is in it.
    address: filled([address_1, address_2, town, customer.state]),
    delivery_notes: notes(customer.delivery_notes),
  };
}

function deliveryOf({ delivery }: Order): BoardOrder['delivery'] {
  if (!delivery) return null;
  const { carrier, status, driver_name, driver_phone, estimated_pickup_at } = delivery;
  return { carrier, status, driver: driver_name, driver_phone, estimated_pickup_at };
}

/** The order with all that the board shows. */
function boardOrder(order: Order): BoardOrder {
  const items = order.items.filter(isKept);
  return {
    id: order.id,
    status: order.status,
    ref: order.ref,
    collection_code: order.collection_code,
    channel: order.channel,
    service_type: order.service_type,
    created_at: order.created_at,
    expected_time: order.expected_time,
    expected_time_pickup: order.expected_time_pickup,
    confirmed_time: order.confirmed_time,
    asap: order.asap,
    customer_notes: notes(order.customer_notes),
    seller_notes: notes(order.seller_notes),
    items: items.slice(0, itemsMax).map((item) => itemOf(item, order.deals)),
    more_items: Math.max(0, items.length - itemsMax),
    money: moneyOf(order),
    customer: customerOf(order),
    delivery: deliveryOf(order),
  };
}

/** The order without money and contact data. */
const forKitchen = (order: BoardOrder): BoardOrder => ({
  ...order,
  items: order.items.map((item) => ({ ...item, subtotal: null })),
  money: null,
  customer: null,
  delivery: order.delivery && { ...order.delivery, driver_phone: null },
});

/** The order of a row, as those who work at the place see it on its board. */
export function viewBoardOrder(row: OrderDocument, place: Pick<UserPlace, 'timezone' | 'role'> | null): BoardOrder {
  const order = boardOrder(JSON.parse(currentDocument(row, place?.timezone ?? row.timezone)) as Order);
  return place?.role === 'kitchen' ? forKitchen(order) : order;
}
