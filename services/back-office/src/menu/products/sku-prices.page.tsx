import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { productPath, skuPath } from '../menu-path.ts';
import { texts } from '../texts.ts';
import { findSku } from './find-sku.ts';
import { PricesForm, pricesForm } from '../prices/prices-form.tsx';
import { savePrices } from '../prices/save-prices.ts';

/** The other prices of a sku: at some times, or for some variants. */
export const skuPricesPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/products/:product_id/skus/:sku_id/prices',
  {
    summary: 'The other prices of a sku of a menu',
    who: 'user',
    roles: managingRoles,
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findSku(askFor, visit, params),
    show({ ids, product, sku, variants }, visit, state) {
      const t = texts(visit);
      const name = sku.name ?? product.name;
      return (
        <Layout
          title={t('other_prices_of', { name: <Name>{name}</Name> })}
          visit={visit}
          trail={[
            { label: product.name, href: productPath(ids) },
            { label: name, href: skuPath(ids) },
          ]}
        >
          <section>
            <p>{t('about_other_prices')}</p>
            <PricesForm rules={sku.price_overrides} {...{ variants, visit, state }} back={skuPath(ids)} />
          </section>
        </Layout>
      );
    },
    form: pricesForm,
    async submit({ params, form }, visit, deps) {
      const { catalog_id, product_id: id, sku_id: child_id } = params;
      const typed = form as Readonly<Record<string, string | undefined>>;
      const target = { kind: 'product', id, child_id } as const;
      const changed = await savePrices(deps, visit, { catalog_id, target, typed });
      return goTo(visit, skuPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
    },
  },
);
