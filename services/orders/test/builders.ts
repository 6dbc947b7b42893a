/** Valid requests, to be changed where a test needs it. */
export const anItem = (overrides: object = {}) => ({
  product_name: 'Margherita',
  price: '9.80 EUR',
  quantity: '1',
  ...overrides,
});

export const anOrder = (overrides: object = {}) => ({ status: 'new', items: [anItem()], ...overrides });

export const aDelivery = (overrides: object = {}) => ({ carrier: 'Bolt', status: 'pending', ...overrides });
