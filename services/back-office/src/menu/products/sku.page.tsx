import { Name, Section } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath, productPath, skuPath } from '../menu-path.ts';
import { OtherPrices } from '../prices/other-prices.tsx';
import { AvailabilityChoice } from '../fields/availability-choice.tsx';
import { availabilityForm } from '../fields/availability-fields.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { skuChanges, skuValues } from './sku-fields.ts';
import { texts } from '../texts.ts';
import { findSku } from './find-sku.ts';

const form = z.object({
  name: textUpTo(1_000),
  [shownField]: textUpTo(32_768),
  ...availabilityForm,
});

/** One form of a product: its name, and to whom it is offered. */
export const skuPage = page('/back-office/locations/:location_id/menus/:catalog_id/products/:product_id/skus/:sku_id', {
  summary: 'A sku of a product of a menu',
  who: 'user',
  roles: managingRoles,
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findSku(askFor, visit, params),
  show({ ids, menu, product, variants, sku }, visit, state) {
    const t = texts(visit);
    const values = skuValues(sku);
    const kept = keptForm(state);
    return (
      <Layout
        title={t('availability_of', {
          name: <Name>{sku.name === null ? product.name : `${product.name}, ${sku.name}`}</Name>,
        })}
        visit={visit}
        trail={[
          { label: menu.name, href: menuPath(ids) },
          { label: product.name, href: productPath(ids) },
        ]}
      >
        <section>
          <Form visit={visit} form={kept} submit={t('save')} cancel={productPath(ids)}>
            <input type="hidden" name={shownField} value={shownText(values)} />
            <TextField form={kept} name="name" label={t('size')} hint={t('size_hint')} value={values['name']} />
            <AvailabilityChoice offered={sku} {...{ variants, values, state, kept, visit }} />
          </Form>
        </section>
        <Section title={t('other_prices')} action={{ label: t('change_prices'), href: `${skuPath(ids)}/prices` }}>
          <OtherPrices overrides={sku.price_overrides} variants={variants} visit={visit} />
        </Section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: typed }, visit, deps) {
    const { catalog_id, product_id, sku_id } = params;
    const fields = typed as Readonly<Record<string, string | undefined>>;
    const changes = skuChanges({ id: product_id, child_id: sku_id }, fields, shownIn(fields[shownField]));
    const changed = await saveChanges(deps, visit, catalog_id, changes);
    return goTo(visit, productPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
  },
});
