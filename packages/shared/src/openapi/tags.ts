/** The groups of endpoints in the API document. */
export const tags = {
  Orders: 'Orders: create, retrieve, list, update (docs/api/orders.md).',
  Deliveries: 'The delivery of an order to its customer (docs/api/deliveries.md).',
  Locations: 'Restaurants and shops: opening hours, order acceptance (docs/api/locations.md).',
  Accounts: 'Businesses that own locations (docs/api/locations.md#accounts).',
  Users: 'The user who authorised a connection (docs/api/locations.md#users).',
  Callbacks: 'Which events a connection receives, and where (docs/api/events.md#callbacks).',
  Events: 'What happened to resources, pushed or polled (docs/api/events.md).',
} as const;

export type Tag = keyof typeof tags;
