/** The groups of endpoints in the API document. */
export const tags = {
  Orders: 'Orders: create, retrieve, list, update (docs/api/orders.md).',
  Deliveries: 'The delivery of an order to its customer (docs/api/deliveries.md).',
  'Customer lists': 'Lists of customers, of a location or shared by an account (docs/api/customers.md#customer-lists).',
  Customers: 'The customers of a list (docs/api/customers.md#customers).',
  'Loyalty cards':
    'The points of a customer, and the operations that change them (docs/api/customers.md#loyalty-cards).',
  Catalogs: 'What can be ordered, whole (docs/api/catalogs.md).',
  'Catalog parts':
    'Single categories, products, skus, option lists, deals, discounts and charges (docs/api/catalogs.md#catalog-parts).',
  Images: 'The images of a catalog (docs/api/catalogs.md#images).',
  Inventory: 'How much is in stock in a location (docs/api/catalogs.md#inventory).',
  Locations: 'Restaurants and shops: opening hours, order acceptance (docs/api/locations.md).',
  Accounts: 'Businesses that own locations (docs/api/locations.md#accounts).',
  Authorisation: 'How an application gets an access token (docs/api/authentication.md#web-application-flow).',
  Users: 'The user who authorised a connection (docs/api/locations.md#users).',
  Callbacks: 'Which events a connection receives, and where (docs/api/events.md#callbacks).',
  Events: 'What happened to resources, pushed or polled (docs/api/events.md).',
  Requests: 'What became of the requests of a connection (docs/api/requests.md).',
} as const;

export type Tag = keyof typeof tags;
