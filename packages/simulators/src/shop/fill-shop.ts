/** What a test shop has: a menu with pictures and stock, and customers, one of them with a loyalty card. */
import type { Client } from '@order-hub/client';
import { card, customers, welcome } from './customers.ts';
import { menuWith, stock } from './menu.ts';
import { pictures } from './pictures.ts';

/** Ids of what was made. The customer is the one with the loyalty card. */
export type ShopContent = { catalog_id: string; customer_list_id: string; customer_id: string };

const menuName = 'Menu';
const listName = 'Regular guests';

/** What the last step of the menu leaves: pictures that are attached. */
async function hasPictures(hub: Client, catalog_id: string): Promise<boolean> {
  const { items } = await hub.listImages({ catalog_id }).page();
  return items.some(({ seconds_before_removal }) => seconds_before_removal === null);
}

/** The image with this private ref, which is made if there is none. */
async function keepImage(hub: Client, catalog_id: string, [private_ref, body]: [string, Blob]): Promise<string> {
  const { items } = await hub.listImages({ catalog_id }).page();
  const found = items.find((image) => image.private_ref === private_ref);
  return (found ?? (await hub.createImage({ catalog_id, private_ref, body }))).id;
}

async function keepMenu(hub: Client): Promise<string> {
  const { items } = await hub.listCatalogs().page();
  const found = items.find(({ name }) => name === menuName);
  if (found && (await hasPictures(hub, found.id))) return found.id;
  const body = { name: menuName, data: menuWith(new Map()) };
  const { id: catalog_id } = found ?? (await hub.createCatalog({ body }));
  await hub.replaceInventory({ catalog_id, body: stock });
  const images = new Map<string, string>();
  for (const picture of pictures()) images.set(picture[0], await keepImage(hub, catalog_id, picture));
  await hub.updateCatalog({ catalog_id, body: { name: menuName, data: menuWith(images) } });
  return catalog_id;
}

async function keepCustomers(hub: Client, customer_list_id: string): Promise<string> {
  const ids: string[] = [];
  for (const body of customers) {
    const { private_ref } = body;
    const [found] = (await hub.listCustomers({ customer_list_id, private_ref }).page()).items;
    ids.push((found ?? (await hub.createCustomer({ customer_list_id, body }))).id);
  }
  return ids[0] ?? '';
}

async function keepCard(hub: Client, customer_list_id: string, customer_id: string): Promise<void> {
  const [found] = (await hub.listLoyaltyCards({ customer_list_id, customer_id, ref: card.ref }).page()).items;
  if (found) return;
  const body = { customer_id, ...card };
  const { id: loyalty_card_id } = await hub.createLoyaltyCard({ customer_list_id, body });
  await hub.createLoyaltyOperation({ customer_list_id, loyalty_card_id, body: welcome });
}

/**
 * Fills the location of a connection that may write catalogs, inventory and customer lists. Called again after an interruption,
 * it makes what is missing, and leaves the rest as it is. Throws HubError.
 */
export async function fillShop(hub: Client): Promise<ShopContent> {
  const catalog_id = await keepMenu(hub);
  const { items } = await hub.listCustomerLists().page();
  const list = items.find(({ name }) => name === listName);
  const { id: customer_list_id } = list ?? (await hub.createCustomerList({ body: { name: listName } }));
  const customer_id = await keepCustomers(hub, customer_list_id);
  await keepCard(hub, customer_list_id, customer_id);
  return { catalog_id, customer_list_id, customer_id };
}
