import { Form, TextArea, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { Name, Section } from '@order-hub/pages/elements';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { invalidFields } from '@order-hub/shared/errors';
import { retrieveMenuProduct, type MenuProduct } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath, optionListPath, productPath, type ProductIds } from '../menu-path.ts';
import { Picture } from '../product-card.tsx';
import { SharedNotice } from '../shared-notice.tsx';
import { pricedMax, productFields, productValues } from './product-fields.ts';
import { SkuTable } from './sku-table.tsx';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { changesIn } from '../fields/field-changes.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { texts } from '../texts.ts';

const form = z.object({
  name: textUpTo(1_000),
  description: textUpTo(10_000),
  [shownField]: textUpTo(32_768),
  ...Object.fromEntries(Array.from({ length: pricedMax }, (_, at) => [`price_${at}`, textUpTo(40).optional()])),
});

const EditForm = ({
  product,
  ids,
  visit,
  state,
}: {
  product: MenuProduct;
  ids: ProductIds;
  visit: UserVisit;
  state: Parameters<typeof keptForm>[0];
}) => {
  const t = texts(visit);
  const kept = keptForm(state);
  const values = productValues(product);
  const currency = visit.place?.currency ?? '';
  return (
    <Form visit={visit} form={kept} submit={t('save')} cancel={menuPath(ids)}>
      <input type="hidden" name={shownField} value={shownText(values)} />
      <TextField form={kept} name="name" label={t('name')} value={values['name']} required />
      <TextArea form={kept} name="description" label={t('description')} value={values['description']} rows={4} />
      {product.skus.slice(0, pricedMax).map((sku, at) => (
        <TextField
          form={kept}
          name={`price_${at}`}
          label={sku.name === null ? t('price_in', { currency }) : t('price_of_in', { name: sku.name, currency })}
          value={values[`price_${at}`]}
          required
        />
      ))}
    </Form>
  );
};

/** A product of a menu: what guests see, and a form for what they read and pay. */
export const productPage = page('/back-office/locations/:location_id/menus/:catalog_id/products/:product_id', {
  summary: 'A product of a menu',
  who: 'user',
  roles: everyRole,
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id, product_id } = params;
    return { ids: params, ...(await askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } })) };
  },
  show({ ids, menu, category_name, product, variants, option_lists }, visit, state) {
    const t = texts(visit);
    const path = productPath(ids);
    return (
      <Layout
        title={<Name>{product.name}</Name>}
        visit={visit}
        trail={[
          { label: visit.place?.location_name ?? '', href: menuPath(ids).replace(/\/menus\/.*/, '') },
          { label: menu.name, href: menuPath(ids) },
        ]}
      >
        <SharedNotice menu={menu} visit={visit} />
        <Section title={t('now')} action={{ label: t('sold_out_or_not'), href: `${path}/sold-out` }}>
          <p class="hint">{category_name}</p>
          <SkuTable product={product} variants={variants} ids={ids} visit={visit} mayChange={menu.may_change} />
        </Section>
        {option_lists.length > 0 && (
          <Section title={t('options')}>
            <ul class="plain">
              {option_lists.map(({ id, name }) => (
                <li>
                  <a href={optionListPath({ ...ids, option_list_id: id })}>{name}</a>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section
          title={t('pictures')}
          {...(menu.may_change && { action: { label: t('change_pictures'), href: `${path}/pictures` } })}
        >
          <Picture product={product} ids={ids} />
        </Section>
        {menu.may_change && (
          <Section title={t('what_guests_read')}>
            <EditForm product={product} ids={ids} visit={visit} state={state} />
          </Section>
        )}
      </Layout>
    );
  },
  form,
  async submit({ params, form: typed }, visit, deps) {
    const { catalog_id, product_id } = params;
    const sent = typed as Readonly<Record<string, string | undefined>>;
    const shown = shownIn(sent[shownField]);
    const fields = productFields(product_id, shown, visit.place?.currency ?? '');
    const { changes, faults } = changesIn(fields, { typed: sent, shown });
    if (faults.length > 0) throw invalidFields(faults);
    const changed = await saveChanges(deps, visit, catalog_id, changes);
    return goTo(visit, productPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
  },
});
