import { jsonBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { everyRole } from '@order-hub/shared/roles';
import { entriesBytesMax, inventoryView, sentEntries } from './entries/entry.schema.ts';
import { ignoredRefsHeader } from './entries/ignored-refs.ts';
import type { ChangeInventoryDeps } from './change-inventory.ts';
import { patchInventory } from './patch-inventory.ts';
import { replaceInventory } from './replace-inventory.ts';
import { retrieveInventory } from './retrieve-inventory.ts';

type Deps = { db: Database };

const tag = 'Inventory';
const guide = 'docs/api/catalogs.md#inventory';
const upload = { body: jsonBytes(sentEntries), bodyBytesMax: entriesBytesMax };
const replyHeaders = {
  [ignoredRefsHeader]:
    'The entries that were ignored because the catalog has no such sku or option (docs/api/catalogs.md#ignored-entries).',
};

const evening = [
  { sku_ref: '<sku_ref>', stock: '12' },
  { option_ref: '<option_ref>', stock: '0', expires_at: '2036-07-01T06:00:00+02:00' },
];

/** Retrieve, replace and patch the inventory of a catalog in a location (docs/api/catalogs.md#inventory). */
export const inventoryEndpoints = [
  endpoint('GET /catalogs/:catalog_id/locations/:location_id/inventory', {
    summary: 'Retrieve an inventory',
    name: 'retrieveInventory',
    tag,
    description: 'All entries of the catalog in the location. A ref without an entry is unlimited.',
    guide,
    needs: 'inventory.read',
    access: ['location', 'account'],
    roles: everyRole,
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
    ...upload,
    replyHeaders,
    reply: inventoryView,
    handle: ({ params, body }, ctx, deps: ChangeInventoryDeps) => replaceInventory(deps, ctx, params, body),
  }),
  endpoint('PATCH /catalogs/:catalog_id/locations/:location_id/inventory', {
    summary: 'Change an inventory',
    // In generated clients every PATCH is an update. Its event is `inventory.patch`: that of the PUT is `inventory.update`.
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
    roles: everyRole,
    ...upload,
    replyHeaders,
    reply: inventoryView,
    handle: ({ params, body }, ctx, deps: ChangeInventoryDeps) => patchInventory(deps, ctx, params, body),
  }),
];
