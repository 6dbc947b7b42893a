/** A website that orders the first dish of its menu as the guide says, or with one flaw. */
import { calls, type CallFlaw } from './calls.ts';

export type WebsiteFlaw =
  | CallFlaw
  /** Keeps the menu for ever. */
  | 'stale'
  /** Computes with floating point numbers. */
  | 'floating';

type WebsiteOptions = { url: string; token: string; flaw?: WebsiteFlaw | undefined };

/** A price in cents, cut as floating point numbers have it. */
const floated = (price: string) => `${(Math.trunc(parseFloat(price) * 100) / 100).toFixed(2)} EUR`;

export function openWebsite({ url, token, flaw }: WebsiteOptions) {
  const ask = calls({ url, token, flaw });
  let kept: any;

  async function menu() {
    if (flaw === 'stale' && kept) return kept;
    const { body: catalogs } = await ask('GET /location/catalogs');
    const { status, body } = await ask(`GET /catalogs/${catalogs[0]?.id}`);
    if (status !== 200) throw new Error(`No menu: ${status}`);
    return (kept = body);
  }

  return {
    /** Throws if there is no menu. */
    async order(): Promise<void> {
      const { data } = await menu();
      const [{ name, skus }] = data.products;
      const price = flaw === 'floating' ? floated(skus[0].price) : skus[0].price;
      const items = [{ product_name: name, sku_ref: skus[0].ref, price, quantity: '1' }];
      await ask('POST /location/orders', { status: 'new', service_type: 'collection', items });
    },
  };
}
