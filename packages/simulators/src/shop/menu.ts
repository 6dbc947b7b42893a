/** The menu of a test shop: a dozen products with sizes and toppings, deals, discounts and a happy hour; and the stock of some. */
import type { Schemas } from '@order-hub/client';

const eur = (amount: string) => `${amount} EUR`;
const taxed = { delivery: '10', collection: '10', eat_in: '10' };

const pizza = (ref: string, name: string, description: string, [small, large]: readonly [string, string]) => ({
  ref,
  name,
  description,
  category_ref: 'PIZZA',
  tax_rate: taxed,
  skus: [
    { ref: `${ref}-S`, name: 'Small', price: eur(small), option_list_refs: ['TOPPINGS', 'WITHOUT'] },
    { ref: `${ref}-L`, name: 'Large', price: eur(large), option_list_refs: ['TOPPINGS', 'WITHOUT'] },
  ],
});

const single = (ref: string, name: string, [category_ref, price]: readonly [string, string], more: object = {}) => ({
  ...{ ref, name, category_ref, tax_rate: taxed },
  skus: [{ ref, price: eur(price), ...more }],
});

const option = (ref: string, name: string, price = '0.00') => ({ ref, name, price: eur(price) });

/** Cheaper on weekdays from five to seven. */
const happyHour = (price: string) => ({
  price_overrides: [{ price: eur(price), dow: '12345--', start_time: '17:00', end_time: '19:00' }],
});

const content: Schemas['CatalogContentUpload'] = {
  variants: [{ ref: 'TERRACE', name: 'On the terrace' }],
  categories: [
    { ref: 'FOOD', name: 'Food' },
    { ref: 'PIZZA', parent_ref: 'FOOD', name: 'Pizze' },
    { ref: 'DESSERT', parent_ref: 'FOOD', name: 'Dolci' },
    { ref: 'DRINK', name: 'Drinks' },
    { ref: 'MENU', name: 'Menus' },
  ],
  products: [
    pizza('MARGHERITA', 'Margherita', 'Tomato, mozzarella, basil', ['9.50', '12.50']),
    pizza('NAPOLI', 'Napoli', 'Tomato, mozzarella, anchovies, capers', ['10.50', '13.50']),
    pizza('FUNGHI', 'Funghi', 'Tomato, mozzarella, mushrooms', ['10.50', '13.50']),
    pizza('QUATTRO', 'Quattro formaggi', 'Mozzarella, gorgonzola, taleggio, parmesan', ['12.00', '15.00']),
    pizza('DIAVOLA', 'Diavola', 'Tomato, mozzarella, hot salami', ['11.50', '14.50']),
    pizza('VERDURE', 'Verdure', 'Tomato, grilled vegetables; without cheese', ['10.00', '13.00']),
    single('TIRAMISU', 'Tiramisù', ['DESSERT', '5.50']),
    single('PANNA', 'Panna cotta', ['DESSERT', '5.00']),
    single('GELATO', 'Gelato, two scoops', ['DESSERT', '4.50'], { option_list_refs: ['FLAVOURS'] }),
    single('WATER', 'Mineral water, 50 cl', ['DRINK', '3.00']),
    single('LEMONADE', 'Lemonade', ['DRINK', '4.00']),
    single('SPRITZ', 'Spritz', ['DRINK', '8.00'], happyHour('6.00')),
    single('ESPRESSO', 'Espresso', ['DRINK', '2.00'], { restrictions: { variant_refs: ['TERRACE'] } }),
  ],
  option_lists: [
    {
      ref: 'TOPPINGS',
      name: 'Toppings',
      max_selections: 3,
      options: [
        option('MUSHROOMS', 'Mushrooms', '1.50'),
        option('OLIVES', 'Olives', '1.00'),
        option('EGG', 'Egg', '1.50'),
      ],
    },
    { ref: 'WITHOUT', name: 'Without', options: [option('NO-CHEESE', 'Cheese'), option('NO-BASIL', 'Basil')] },
    {
      ref: 'FLAVOURS',
      name: 'Flavours',
      min_selections: 2,
      max_selections: 2,
      options: [option('VANILLA', 'Vanilla'), option('PISTACHIO', 'Pistachio'), option('LEMON', 'Lemon')],
    },
  ],
  deals: [
    {
      ref: 'LUNCH',
      name: 'Lunch: a small pizza and a drink',
      category_ref: 'MENU',
      restrictions: { dow: '12345--', start_time: '12:00', end_time: '14:30' },
      lines: [
        {
          label: 'Pizza',
          skus: [{ ref: 'MARGHERITA-S' }, { ref: 'FUNGHI-S' }, { ref: 'QUATTRO-S', extra_charge: eur('1.50') }],
          pricing_effect: 'fixed_price',
          pricing_value: eur('9.00'),
        },
        {
          label: 'Drink',
          skus: [{ ref: 'WATER' }, { ref: 'LEMONADE' }],
          pricing_effect: 'percentage_off',
          pricing_value: '50',
        },
      ],
    },
    {
      ref: 'DUO',
      name: 'Duo: a large pizza and a dessert',
      category_ref: 'MENU',
      lines: [
        {
          label: 'Pizza',
          skus: [{ ref: 'MARGHERITA-L' }, { ref: 'NAPOLI-L' }, { ref: 'DIAVOLA-L', extra_charge: eur('1.00') }],
          pricing_effect: 'price_off',
          pricing_value: eur('1.50'),
        },
        {
          label: 'Dessert',
          skus: [{ ref: 'PANNA' }, { ref: 'TIRAMISU' }],
          pricing_effect: 'percentage_off',
          pricing_value: '50',
        },
      ],
    },
  ],
  discounts: [
    { ref: 'STUDENTS', name: 'Students', pricing_effect: 'percentage_off', pricing_value: '10' },
    {
      ref: 'WELCOME',
      name: 'Welcome',
      restrictions: { min_order_amount: eur('20.00') },
      pricing_effect: 'price_off',
      pricing_value: eur('3.00'),
    },
  ],
  charges: [{ ref: 'DELIVERY', name: 'Delivery', type: 'delivery', price: eur('2.50') }],
};

/** The stock of the skus and options that are not unlimited. */
export const stock: Schemas['InventoryChange'][] = [
  { sku_ref: 'TIRAMISU', stock: '8' },
  { sku_ref: 'PANNA', stock: '0' },
  { option_ref: 'PISTACHIO', stock: '3' },
];

/** The menu with the pictures of its products: image ids by the ref of the category. */
export const menuWith = (images: ReadonlyMap<string, string>): Schemas['CatalogContentUpload'] => ({
  ...content,
  products: (content.products ?? []).map((product) => {
    const image_id = images.get(product.category_ref);
    return { ...product, image_ids: image_id === undefined ? [] : [image_id] };
  }),
});
