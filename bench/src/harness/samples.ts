/** Samples for all measurements: an order of ordinary size, and its caller. */

const option = (name: string, price: string) => ({ option_list_name: 'Extras', name, ref: `O-${name.length}`, price });

const item = (name: string, price: string, options: ReturnType<typeof option>[] = []) => ({
  product_name: name,
  sku_name: 'Medium',
  sku_ref: `S-${name.length}`,
  price,
  quantity: '1',
  options,
});

/** A body of `POST /location/orders` with three items, options, a charge and a payment. */
export const orderBody = {
  status: 'new' as const,
  ref: 'B-1',
  service_type: 'delivery' as const,
  customer_notes: 'Second floor, the bell does not work',
  items: [
    item('Margherita', '9.80 EUR', [option('Basil', '0.50 EUR'), option('Mozzarella', '1.50 EUR')]),
    item('Quattro stagioni', '12.40 EUR', [option('Thin crust', '0.00 EUR')]),
    item('Tiramisu', '5.20 EUR'),
  ],
  charges: [{ type: 'delivery', name: 'Delivery', price: '2.50 EUR' }],
  payments: [{ name: 'Card', type: 'online', amount: '31.90 EUR' }],
  customer: { first_name: 'Ada', last_name: 'Byron', phone: '+33123456789', address_1: '2 rue Berger', city: 'Paris' },
};

const ids = { connection_id: 'bench-connection', client_id: 'bench-client', user_id: 'bench-user' };

/** The location for measurements of a single service. */
export const locationId = '0mh8g0000bench000001';
export const accountId = '0mh8g0000bench000000';

/** The caller, as in the caller token. */
export const aCaller = {
  ...ids,
  connection_name: null,
  client_name: 'Website 0',
  account: { id: accountId, currency: 'EUR' },
  location_id: null,
  catalog_id: null,
  customer_list_id: null,
  scope: 'account[orders.write]',
};

/** The answer of auth about an access token. */
export const aConnection = {
  status: 'active',
  caller: { ...aCaller, location_id: locationId, scope: 'location[orders.write]' },
  location: { id: locationId, timezone: 'Europe/Paris' },
};

/** A document of the size of an order. */
export const orderDocument = {
  id: '0mh8g0000bench000002',
  location_id: locationId,
  ...orderBody,
  total: '31.90 EUR',
  filling: 'x'.repeat(900),
};
