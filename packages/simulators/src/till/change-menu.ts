/** What a till changes besides orders: prices and stock, in every catalog that its location can use and it may change. */
import type { Client, Schemas } from '@order-hub/client';
import { withChangedPrices } from './prices.ts';

const catalogsMax = 3;

/** The first catalogs of the location itself: others need not be the till's to change. */
async function ownCatalogs(hub: Client): Promise<Schemas['ListedCatalog'][]> {
  const { items } = await hub.listCatalogs().page();
  return items.filter(({ location_id }) => location_id !== undefined).slice(0, catalogsMax);
}

/** Changes all prices by a percentage, such as 10 or -5. Throws HubError. */
export async function changePrices(hub: Client, percent: number): Promise<void> {
  for (const { id: catalog_id, name } of await ownCatalogs(hub)) {
    const { data } = await hub.retrieveCatalog({ catalog_id });
    if (data) await hub.updateCatalog({ catalog_id, body: { name, data: withChangedPrices(data, percent) } });
  }
}

/** Sets the stock of the sku or option with this ref; null: unlimited. A ref that no catalog has is ignored. Throws HubError. */
export async function changeStock(hub: Client, { ref, stock }: { ref: string; stock: string | null }): Promise<void> {
  const body = [
    { sku_ref: ref, stock },
    { option_ref: ref, stock },
  ];
  for (const { id: catalog_id } of await ownCatalogs(hub)) await hub.updateInventory({ catalog_id, body });
}
