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
import { formatTime } from '@order-hub/shared/times';
import { z } from 'zod';
import type { CallApi } from '../../api/open-api.ts';
import { menuPath, productPath } from '../menu-path.ts';
import { nextMorning } from './next-morning.ts';
import { texts } from '../texts.ts';

const everySku = 'all';

const form = z.object({
  until: z.enum(['tomorrow', 'told', 'again'], 'must be chosen'),
  sku: textUpTo(64).optional(),
  back: textUpTo(1_024).optional(),
});

type Deps = { askFor: AskFor; callApi: CallApi };

const notices = { tomorrow: 'now_sold_out_until_tomorrow', told: 'now_sold_out', again: 'now_available' } as const;

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
              <RadioField
                form={state}
                name="until"
                label={t('state')}
                value="tomorrow"
                choices={[
                  { value: 'tomorrow', label: t('sold_out_until_tomorrow'), note: t('tomorrow_note') },
                  { value: 'told', label: t('sold_out_until_told') },
                  { value: 'again', label: t('available_again') },
                ]}
              />
            </Form>
          )}
        </section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: { until, sku, back } }, visit, { askFor, callApi }) {
    const { location_id, catalog_id, product_id } = params;
    const [{ product }, { timezone, cutoff_time }] = await Promise.all([
      askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } }),
      callApi('retrieveLocation', visit, { location_id }),
    ]);
    const refs = chosenSkus(product.skus, sku).flatMap(({ ref }) => ref ?? []);
    if (refs.length === 0) throw invalid('sku', 'must be chosen');
    const expires_at =
      until === 'tomorrow' ? formatTime(nextMorning(visit.now, timezone.name, cutoff_time), timezone.name) : null;
    const stock = until === 'again' ? null : '0';
    const body = [...new Set(refs)].map((sku_ref) => ({ sku_ref, stock, expires_at }));
    await callApi('updateInventory', visit, { catalog_id, location_id, body });
    const isOwn = back === menuPath(params) || back?.startsWith(`${menuPath(params)}?`);
    const path = isOwn && back !== undefined ? back : productPath(params);
    return goTo(visit, path, { notice: texts(visit)(notices[until], { name: product.name }) });
  },
});
