/** The pages of menus, through a whole hub: searched, one price changed, and all prices changed by a file. */
import { createClient as createApiClient, type Schemas } from '@order-hub/client';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant } from '@order-hub/operator/tenant';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median } from '../../harness/latency.ts';
import type { Row } from '../../harness/report.ts';
import { catalogBody } from '../catalogs/catalog-samples.ts';
import { hiddenIn, openVisitor, type Visitor } from './visitor.ts';

const sizes = [
  { products: 1_500, skus: 2, atMost: 300 },
  { products: 20_000, skus: 2, atMost: undefined },
];
const turns = 20;

type Menu = { visitor: Visitor; path: string; product: string };

async function openMenu({ hub }: BenchHub, products: number, skus: number): Promise<Menu> {
  const operator = operatorClient(hub.operator);
  const owner = { email: `menu-${products}@example.com`, password: 'bench-password' };
  const { user_id, location_ids } = await createTenant(operator, {
    user: { ...owner, first_name: 'M', last_name: 'M', timezone: 'Europe/Paris' },
    account: { name: 'Menus', currency: 'EUR' },
    locations: [{ name: 'Menus', timezone: 'Europe/Paris' }],
  });
  const [location_id] = location_ids;
  const { client_id } = await createClient(operator, { user_id, name: `Till ${products}` });
  const scope = 'location[all_catalogs.write]';
  const { access_token } = await createConnection(operator, { client_id, location_id, scope });
  const origin = `http://127.0.0.1:${hub.gateway_port}`;
  const api = createApiClient({ baseUrl: `${origin}/v1`, token: access_token });
  const body = JSON.parse(catalogBody({ name: 'Menu', products, skus }).toString()) as Schemas['CatalogUpload'];
  const { id, data } = await api.createCatalog({ location_id, body });
  const visitor = openVisitor(origin);
  await visitor.logIn(owner.email, owner.password);
  const path = `/back-office/locations/${location_id}/menus/${id}`;
  return { visitor, path, product: `${path}/products/${data?.products[700]?.id ?? ''}` };
}

async function expectPage(page: Promise<{ status: number; html: string; ms: number }>, status: number) {
  const found = await page;
  if (found.status !== status) throw new Error(`A page was answered ${found.status}: ${found.html.slice(0, 500)}`);
  return found;
}

/** The longest of each kind of page. A price changes every time, so each search reads the menu again. */
async function measureChanges({ visitor, path, product }: Menu) {
  const ms = { search: [] as number[], again: [] as number[], shown: [] as number[], changed: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    ms.search.push((await expectPage(visitor.request(`${path}?search=number+${700 + turn}`), 200)).ms);
    ms.again.push((await expectPage(visitor.request(`${path}?search=product`), 200)).ms);
    const form = await expectPage(visitor.request(product), 200);
    ms.shown.push(form.ms);
    const hidden = hiddenIn(form.html, 'name="shown"');
    const shown = JSON.parse(hidden['shown'] ?? '{}') as Record<string, string>;
    const typed = Object.fromEntries(Object.entries(shown).filter(([name]) => !name.startsWith('sku_')));
    const fields = new URLSearchParams({ ...typed, ...hidden, price_0: `${10 + turn}.50` });
    ms.changed.push((await expectPage(visitor.request(product, fields), 303)).ms);
  }
  return ms;
}

async function measureFile({ visitor, path }: Menu) {
  const file = await expectPage(visitor.request(`${path}/export`), 200);
  const page = await expectPage(visitor.request(`${path}/import`), 200);
  const form = new FormData();
  form.append('form_token', hiddenIn(page.html, 'type="file"')['form_token'] ?? '');
  form.append(
    'file',
    new Blob([
      file.html
        .replaceAll('.90', '.95')
        .slice(0, 1_000_000)
        .replace(/[^\n]*$/, ''),
    ]),
    'menu.csv',
  );
  const preview = await visitor.request(`${path}/import`, form);
  const fields = new URLSearchParams(hiddenIn(preview.html, 'name="changes"'));
  const saved = await visitor.request(`${path}/import/confirm`, fields);
  return { exported: file.ms, previewed: preview.ms, saved: saved.status === 303 ? saved.ms : NaN };
}

export async function measureMenus(bench: BenchHub): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { products, skus, atMost } of sizes) {
    const menu = await openMenu(bench, products, skus);
    const aim = atMost === undefined ? {} : { atMost };
    const part = `pages of a menu of ${products} products`;
    const { search, again, shown, changed } = await measureChanges(menu);
    const row = (what: string, ms: readonly number[]) => [
      { part, what: `${what}, p50`, unit: 'ms', measured: median(ms) },
      { part, what: `${what}, longest of ${ms.length}`, unit: 'ms', measured: Math.max(...ms), ...aim },
    ];
    rows.push(...row('search after a change', search), ...row('search', again));
    rows.push(...row('a product', shown), ...row('one price changed', changed));
    const { exported, previewed, saved } = await measureFile(menu);
    rows.push({ part, what: 'exported as a file', unit: 'ms', measured: exported });
    rows.push({ part, what: 'what a file changes', unit: 'ms', measured: previewed });
    rows.push({ part, what: 'changed by a file', unit: 'ms', measured: saved });
  }
  return rows;
}
