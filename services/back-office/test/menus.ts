/** Owners of menus on their pages, and what catalog has stored. */
import { hiddenFields, type Browser, type Page } from '../../auth/test/browser.ts';
import { aCatalog } from '../../catalog/test/builders.ts';
import { anOwnerOfMenu, type HubWithCatalog } from './catalog-service.ts';

export type OwnerOfMenu = Awaited<ReturnType<typeof anOwnerOfMenu>>;

/** The page of a product, by its place in the menu. */
export const pathOf = ({ path, menu }: OwnerOfMenu, at = 0) => `${path}/products/${menu.data.products[at].id}`;

/** The page of the first option list or the first deal of the menu. */
export const partPathOf = ({ path, menu }: OwnerOfMenu, kind: 'option_lists' | 'deals') =>
  `${path}/${kind.replace('_', '-')}/${menu.data[kind][0].id}`;

/** The hidden fields of the form of a product or sku, which is the last of its page. */
export const shownIn = ({ html }: Page) => {
  const forms = html.split('<form').filter((form) => form.includes('name="shown"'));
  return hiddenFields({ html: `<form${forms.at(-1) ?? ''}` } as Page);
};

export async function saveProduct(browser: Browser, page: Page, fields: Record<string, string>) {
  const own = shownIn(page);
  const shown = JSON.parse(own['shown'] ?? '{}') as Record<string, string>;
  const typed = Object.fromEntries(
    Object.entries(shown).filter(([name]) => !/^(sku_|option_|refs$|rules$|raw$)/.test(name)),
  );
  return browser.send(page, { ...typed, ...own, ...fields });
}

export const openMenuTests = (all: () => HubWithCatalog) => ({
  anOwnerWith: (body: unknown = aCatalog()) => anOwnerOfMenu(all(), body),
  catalogOf: async ({ as, menu }: OwnerOfMenu) =>
    (await all().catalog.call(`GET /catalogs/${menu.id}`, { as })).body.data,
  stockOf: async ({ as, menu }: OwnerOfMenu) =>
    (await all().catalog.call(`GET /catalogs/${menu.id}/locations/${as.location_id}/inventory`, { as })).body,
  /** Sends the form of a page with a file. */
  async sendFile(browser: Browser, page: Page, name: string, file: string | Uint8Array<ArrayBuffer>) {
    const body = new FormData();
    body.append('form_token', /name="form_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '');
    body.append(name, new Blob([file]), 'file');
    const response = await fetch(all().hub.urlOf(page.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      body,
    });
    return { status: response.status, html: await response.text(), url: page.url, headers: response.headers };
  },
});
