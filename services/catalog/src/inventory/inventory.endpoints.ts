import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { inventoryView, sentEntries } from './entry.schema.ts';
import { patchInventory } from './patch-inventory.ts';
import { retrieveInventory } from './retrieve-inventory.ts';
import { updateInventory } from './update-inventory.ts';

type Deps = { db: Database };

const tag = 'Inventory';
const guide = 'docs/api/catalogs.md#inventory';
const bodyBytesMax = 2_097_152;

const evening = [
  { sku_ref: '<sku_ref>', stock: '12' },
  { option_ref: '<option_ref>', stock: '0', expires_at: '2036-07-01T06:00:00+02:00' },
];

/** Retrieve, update (PUT) and patch the inventory of a catalog in a location (docs/api/catalogs.md#inventory). */
export const inventoryEndpoints = [
  endpoint('GET /catalogs/:catalog_id/locations/:location_id/inventory', {
    summary: 'Retrieve an inventory',
    name: 'retrieveInventory',
    tag,
    description: 'All entries of the catalog in the location. A ref without an entry is unlimited.',
    guide,
    needs: 'inventory.read',
    access: ['location', 'account'],
    reply: inventoryView,
    handle: ({ params }, ctx, deps: Deps) => retrieveInventory(deps, ctx, params),
  }),
  endpoint('PUT /catalogs/:catalog_id/locations/:location_id/inventory', {
    summary: 'Replace an inventory',
    name: 'replaceInventory',
    tag,
    description: 'Ignores entries without a stock, returns all entries, and makes the event inventory.update.',
    guide,
    examples: { evening },
    needs: 'inventory.write',
    access: ['location', 'account'],
    body: sentEntries,
    bodyBytesMax,
    reply: inventoryView,
    handle: ({ params, body }, ctx, deps: Deps) => updateInventory(deps, ctx, params, body),
  }),
  endpoint('PATCH /catalogs/:catalog_id/locations/:location_id/inventory', {
    summary: 'Change an inventory',
    name: 'updateInventory',
    tag,
    description: 'Changes the listed entries, returns them, and makes the event inventory.patch.',
    guide,
    examples: {
      sold: [{ sku_ref: '<sku_ref>', stock: '11' }],
      unlimited: [{ option_ref: '<option_ref>', stock: null }],
    },
    needs: 'inventory.write',
    access: ['location', 'account'],
    body: sentEntries,
    bodyBytesMax,
    reply: inventoryView,
    handle: ({ params, body }, ctx, deps: Deps) => patchInventory(deps, ctx, params, body),
  }),
];
