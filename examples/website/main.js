/** A shop's website: shows what can be ordered now, places orders, and shows how they go. */
import { createServer } from 'node:http';
import { createClient, HubError } from '@order-hub/client';
import { orderableMenu } from '@order-hub/client/menu';

const { HUB_URL = 'http://localhost:8080/v1', TOKEN = '', PORT = '4000', MENU_SECONDS = '60' } = process.env;
const hub = createClient({ baseUrl: HUB_URL, token: TOKEN });

/** @typedef {import('@order-hub/client/menu').OrderableMenu} Menu */
/** @typedef {import('@order-hub/client').Schemas['Catalog']} Catalog */

/** @type {{ catalog: Catalog, until: number } | undefined} */
let kept;

/** The shop's first catalog, kept for a while: a connection may retrieve 10 per minute. */
async function catalogOfShop() {
  if (kept && kept.until > Date.now()) return kept.catalog;
  const { items } = await hub.listCatalogs({ count: 1 }).page();
  if (!items[0]) throw new Error('The shop has no catalog');
  kept = { catalog: await hub.retrieveCatalog({ catalog_id: items[0].id }), until: Date.now() + +MENU_SECONDS * 1_000 };
  return kept.catalog;
}

/** What can be ordered for collection now, with what is in stock. */
async function currentMenu() {
  const [catalog, { timezone }] = await Promise.all([catalogOfShop(), hub.retrieveLocation()]);
  const inventory = await hub.retrieveInventory({ catalog_id: catalog.id });
  return orderableMenu(catalog, { at: new Date(), timezone: timezone.name, service_type: 'collection' }, inventory);
}

/** Who has ordered before: a connection may list customers 10 times per minute. @type {Map<string, string>} */
const customers = new Map();

/** The id of the customer with this e-mail address, in the shop's first list; undefined if it has no list. @param {string} email */
async function customerOf(email) {
  const remembered = customers.get(email);
  if (remembered) return remembered;
  const [list] = (await hub.listCustomerLists({ count: 1 }).page()).items;
  if (!list) return undefined;
  const customer_list_id = list.id;
  const [known] = (await hub.listCustomers({ customer_list_id, email }).page()).items;
  const { id } = known ?? (await hub.createCustomer({ customer_list_id, body: { email } }));
  customers.set(email, id);
  return id;
}

/** Orders one sku, at the price of the menu: what a browser sends proves nothing. @param {URLSearchParams} form */
async function placeOrder(form) {
  const { products } = await currentMenu();
  const skus = products.flatMap((product) => product.skus.map((sku) => ({ product, sku })));
  const chosen = skus.find(({ sku }) => sku.id === form.get('sku'));
  if (!chosen) throw new HubError('Sold out', { status: 422, code: 'sold_out' });
  const { product, sku } = chosen;
  const email = form.get('email') ?? '';
  const customer_id = await customerOf(email);
  return hub.createOrder({
    body: {
      status: 'new',
      service_type: 'collection',
      ...(customer_id ? { customer_id } : { customer: { email } }),
      items: [{ product_name: product.name, sku_name: sku.name, sku_ref: sku.ref, price: sku.price, quantity: '1' }],
    },
  });
}

const escapes = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
const text = (/** @type {string | null} */ value) => (value ?? '').replace(/[&<>"]/g, (char) => escapes[char] ?? '');
const page = (/** @type {string} */ body) => `<!doctype html><meta charset="utf-8"><title>Shop</title>${body}`;

/** @param {Menu} menu */
function menuPage({ products }) {
  const choices = products.flatMap(({ name, skus }) =>
    skus.map(
      (sku) =>
        `<p><label><input type="radio" name="sku" value="${sku.id}" required>
        ${text(name)} ${text(sku.name)} ${sku.price}</label>`,
    ),
  );
  return page(`<h1>Menu</h1><form method="post" action="/orders">${choices.join('')}
    <p><label>E-mail <input type="email" name="email" required></label> <button>Order</button></form>`);
}

/** @param {import('node:http').IncomingMessage} req @param {import('node:http').ServerResponse} res */
async function answer(req, res) {
  const { pathname } = new URL(req.url ?? '/', 'http://shop');
  const order_id = /^\/orders\/(\w+)$/.exec(pathname)?.[1];
  if (req.method === 'POST' && pathname === '/orders') {
    const form = new URLSearchParams(Buffer.concat(await req.toArray()).toString());
    const { id } = await placeOrder(form);
    return res.writeHead(303, { location: `/orders/${id}` }).end();
  }
  if (order_id) {
    const { status, total } = await hub.retrieveOrder({ order_id });
    return res.end(page(`<h1>Your order is ${status}</h1><p>${total}`));
  }
  if (pathname === '/') return res.end(menuPage(await currentMenu()));
  return res.writeHead(404).end('There is no such page');
}

const server = createServer((req, res) => {
  res.setHeader('content-type', 'text/html; charset=utf-8');
  answer(req, res).catch((error) => {
    console.error(error);
    const isClient = error instanceof HubError && (error.status === 404 || error.status === 422);
    if (res.headersSent) return res.destroy();
    return res.writeHead(isClient ? error.status : 503).end(page('Sorry, that did not work'));
  });
}).listen(+PORT, () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`The shop is open: http://localhost:${address.port}/`);
});
