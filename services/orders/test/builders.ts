/** Valid requests, for tests to change. */
export const anItem = (overrides: object = {}) => ({
  product_name: 'Margherita',
  price: '9.80 EUR',
  quantity: '1',
  ...overrides,
});

export const anOrder = (overrides: object = {}) => ({ status: 'new', items: [anItem()], ...overrides });

export const aDelivery = (overrides: object = {}) => ({ carrier: 'Bolt', status: 'pending', ...overrides });

/** A customer as the customers service answers. */
export const aCustomer = (id: string, overrides: object = {}) => ({
  id,
  customer_list_id: 'list1',
  anonymised: false,
  private_ref: null,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  gender: 'female',
  birth_date: '1815-12-10',
  company_name: 'Analytical Engines',
  phone: '+33612345678',
  phone_access_code: '1843',
  address_1: '1 rue des Nombres',
  address_2: 'Staircase B',
  postal_code: '75001',
  city: 'Paris',
  state: 'IDF',
  country: 'FR',
  latitude: '48.86',
  longitude: '2.34',
  delivery_notes: 'Ring twice',
  sms_marketing: true,
  email_marketing: false,
  custom_fields: { vip: true },
  created_at: '2026-01-01T10:00:00+01:00',
  nb_orders: 3,
  order_total: '99.00 EUR',
  first_order_date: '2026-01-02T10:00:00+01:00',
  last_order_date: '2026-02-02T10:00:00+01:00',
  loyalty_cards: [{ id: 'card1', ref: null, name: 'Points', balance: '12.5' }],
  ...overrides,
});
