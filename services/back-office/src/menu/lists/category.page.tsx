import { Name, Section } from '@order-hub/pages/elements';
import { Form, TextArea, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalidFields } from '@order-hub/shared/errors';
import { retrieveMenuCategory } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { categoriesPath, categoryPath, filteredMenuPath, menuPath } from '../menu-path.ts';
import { changesIn, textAreaField, textField } from '../fields/field-changes.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { SharedNotice } from '../shared-notice.tsx';
import { texts } from '../texts.ts';

const form = z.object({
  name: textUpTo(1_000),
  description: textUpTo(10_000),
  [shownField]: textUpTo(32_768),
});

const fieldsOf = (id: string) => {
  const target = { kind: 'category', id, child_id: null } as const;
  return [
    textField({ input: 'name', target, field: 'name' }),
    textAreaField({ input: 'description', target, field: 'description' }),
  ];
};

/** A category of a menu: its name and its description. */
export const categoryPage = page('/back-office/locations/:location_id/menus/:catalog_id/categories/:category_id', {
  summary: 'A category of a menu',
  who: 'user',
  roles: everyRole,
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id, category_id } = params;
    return { ids: params, ...(await askFor(retrieveMenuCategory, visit, { params: { catalog_id, category_id } })) };
  },
  show({ ids, menu, category }, visit, state) {
    const t = texts(visit);
    const kept = keptForm(state);
    const values = { name: category.name, description: category.description ?? '' };
    return (
      <Layout
        title={t('category_named', { name: <Name>{category.name}</Name> })}
        visit={visit}
        trail={[
          { label: menu.name, href: menuPath(ids) },
          { label: t('categories'), href: categoriesPath(ids) },
        ]}
      >
        <SharedNotice menu={menu} visit={visit} />
        <Section
          title={t('name_and_description')}
          action={{ label: t('its_products'), href: filteredMenuPath(ids, { category: ids.category_id }) }}
        >
          {menu.may_change ? (
            <Form visit={visit} form={kept} submit={t('save')} cancel={categoriesPath(ids)}>
              <input type="hidden" name={shownField} value={shownText(values)} />
              <TextField form={kept} name="name" label={t('name')} value={values.name} required />
              <TextArea form={kept} name="description" label={t('description')} value={values.description} rows={4} />
            </Form>
          ) : (
            <p>{category.description ?? '–'}</p>
          )}
        </Section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: typed }, visit, deps) {
    const { catalog_id, category_id } = params;
    const shown = shownIn(typed[shownField]);
    const { changes, faults } = changesIn(fieldsOf(category_id), { typed, shown });
    if (faults.length > 0) throw invalidFields(faults);
    const changed = await saveChanges(deps, visit, catalog_id, changes);
    return goTo(visit, categoryPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
  },
});
