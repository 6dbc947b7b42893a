import { Name } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalid } from '@order-hub/shared/errors';
import { retrieveMenuProduct, type MenuSku } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { CallApi } from '../../api/open-api.ts';
import { menuPath, productPath } from '../menu-path.ts';
import { markStock, untilChoices } from './mark-stock.ts';
import { stockNotice, UntilChoice } from './until-choice.tsx';
import { texts } from '../texts.ts';

const everySku = 'all';

const form = z.object({
  until: z.enum(untilChoices, 'must be chosen'),
  sku: textUpTo(64).optional(),
  back: textUpTo(1_024).optional(),
});

type Deps = { askFor: AskFor; callApi: CallApi };

const chosenSkus = (skus: readonly MenuSku[], chosen: string | undefined) =>
  skus.filter(({ id, ref }) => ref !== null && (chosen === undefined || chosen === everySku || chosen === id));

/** Sold out until tomorrow, until told, or available again: through the inventory of the location. */
export const soldOutPage = page('/back-office/locations/:location_id/menus/:catalog_id/products/:product_id/sold-out', {
  summary: 'Whether a product is sold out',
  who: 'user',
  roles: everyRole,
  async load({ params }, visit, { askFor }: Deps) {
    const { catalog_id, product_id } = params;
    return { ids: params, ...(await askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } })) };
  },
  show({ ids, menu, product }, visit, state) {
    const t = texts(visit);
    const counted = chosenSkus(product.skus, undefined);
    return (
      <Layout
        title={t('is_sold_out', { name: <Name>{product.name}</Name> })}
        visit={visit}
        trail={[
          { label: menu.name, href: menuPath(ids) },
          { label: product.name, href: productPath(ids) },
        ]}
      >
        <section>
          {counted.length === 0 ? (
            <p>{t('no_ref')}</p>
          ) : (
            <Form visit={visit} form={state} submit={t('save')} cancel={productPath(ids)}>
              {counted.length > 1 && (
                <RadioField
                  form={state}
                  name="sku"
                  label={t('size')}
                  value={everySku}
                  choices={[
                    { value: everySku, label: t('every_size') },
                    ...counted.map(({ id, name }) => ({ value: id, label: name ?? product.name })),
                  ]}
                />
              )}
              <UntilChoice form={state} visit={visit} />
            </Form>
          )}
        </section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: { until, sku, back } }, visit, deps) {
    const { catalog_id, product_id } = params;
    const { product } = await deps.askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } });
    const refs = chosenSkus(product.skus, sku).flatMap(({ ref }) => ref ?? []);
    if (refs.length === 0) throw invalid('sku', 'missing', 'must be chosen');
    const names = [...new Set(refs)].map((sku_ref) => ({ sku_ref }));
    await markStock(deps, visit, params, { until, names });
    const isOwn = back === menuPath(params) || back?.startsWith(`${menuPath(params)}?`);
    const path = isOwn && back !== undefined ? back : productPath(params);
    return goTo(visit, path, { notice: stockNotice(until, product.name, visit) });
  },
});
