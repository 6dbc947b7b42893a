/** An order as a guest of the menu would place it: pure, with the random numbers of the caller. */
import type { Schemas } from '@order-hub/client';
import type { OrderableMenu, OrderableSku } from '@order-hub/client/menu';
import { addMoney, multiplyMoney, parseMoney } from '@order-hub/client/money';

type NewOrder = Schemas['OrderCreate'];
type NewItem = Schemas['OrderItemCreate'];
type NewOption = NonNullable<NewItem['options']>[number];

/** From 0 up to 1, as Math.random. */
export type Random = () => number;

/** A customer of the list, with a loyalty card's ref if there is one. */
export type KnownCustomer = { customer_id: string; card_ref: string | null };

const itemsMax = 3;
const extraShare = 0.4;
const deliveryShare = 0.4;

const guests = [
  { first_name: 'Emmy', last_name: 'Noether', phone: '+33600000001', address_1: '3 rue Monge', city: 'Paris' },
  { first_name: 'Henri', last_name: 'Poincaré', phone: '+33600000002', address_1: '8 rue Vivienne', city: 'Paris' },
  { first_name: 'Sophie', last_name: 'Germain', phone: '+33600000003', address_1: '5 rue de Savoie', city: 'Paris' },
];

/** Throws RangeError for an empty list. */
function oneOf<Element>(elements: readonly Element[], random: Random): Element {
  const element = elements[Math.floor(random() * elements.length)];
  if (element === undefined) throw new RangeError('There is nothing to choose from');
  return element;
}

const orderedOption = (list: Schemas['OptionList'], option: Schemas['Option']): NewOption => ({
  option_list_name: list.name,
  name: option.name,
  price: option.price,
  ...(option.ref !== null && { ref: option.ref }),
});

/** As many options as a list needs, and sometimes one that costs something. */
function chosenOptions({ option_lists }: OrderableSku, random: Random): NewOption[] {
  return option_lists.flatMap((list) => {
    if (list.min_selections > 0) {
      const repeated = Array.from(
        { length: list.min_selections },
        (_, index) => list.options[index] ?? list.options[0],
      );
      return repeated.flatMap((option) => (option ? [orderedOption(list, option)] : []));
    }
    const extras = list.options.filter(({ price }) => parseMoney(price).hundredths > 0n);
    return extras.length > 0 && random() < extraShare ? [orderedOption(list, oneOf(extras, random))] : [];
  });
}

function item({ products }: OrderableMenu, random: Random): NewItem {
  const product = oneOf(products, random);
  const sku = oneOf(product.skus, random);
  return {
    product_name: product.name,
    ...(sku.name !== null && { sku_name: sku.name }),
    ...(sku.ref !== null && { sku_ref: sku.ref }),
    price: sku.price,
    quantity: random() < 0.8 ? '1' : '2',
    options: chosenOptions(sku, random),
  };
}

const subtotal = ({ price, quantity, options }: NewItem) =>
  multiplyMoney(addMoney(price, ...(options ?? []).flatMap((option) => option.price ?? [])), String(quantity));

/** What the menu asks for bringing the order. */
const deliveryCharges = ({ charges }: OrderableMenu): NewOrder['charges'] =>
  charges.flatMap(({ name, ref, type, price }) =>
    type === 'delivery' && price !== null ? [{ name, price, ...(ref !== null && { ref }) }] : [],
  );

const pointsOf = (total: string) => String(parseMoney(total).hundredths / 100n);

/** The customer's part: points for a known one, a name and an address for a guest. */
function customerPart(known: KnownCustomer | undefined, total: string, random: Random): Partial<NewOrder> {
  if (!known) return { customer: oneOf(guests, random) };
  const { customer_id, card_ref } = known;
  if (card_ref === null) return { customer_id };
  return { customer_id, loyalty_operations: [{ ref: card_ref, delta: pointsOf(total), reason: 'Points of an order' }] };
}

export const draftServiceType = (random: Random): 'delivery' | 'collection' =>
  random() < deliveryShare ? 'delivery' : 'collection';

/** An order of one to three items, which is paid. Throws RangeError if nothing on the menu can be ordered. */
export function draftOrder(
  menu: OrderableMenu,
  { service_type, known, random }: { service_type: string; known: KnownCustomer | undefined; random: Random },
): NewOrder {
  const items = Array.from({ length: 1 + Math.floor(random() * itemsMax) }, () => item(menu, random));
  const charges = service_type === 'delivery' ? (deliveryCharges(menu) ?? []) : [];
  const [first = '', ...others] = [...items.map(subtotal), ...charges.map(({ price }) => price)];
  const total = addMoney(first, ...others);
  return {
    status: 'new',
    service_type: service_type as 'delivery',
    asap: true,
    items,
    charges,
    payments: [{ name: 'Card', amount: total }],
    ...customerPart(known, total, random),
  };
}
