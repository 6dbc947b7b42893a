import { Name, Section } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { FormState } from '@order-hub/pages/declared-page';
import type { UserVisit } from '@order-hub/pages/visit';
import { invalidFields } from '@order-hub/shared/errors';
import { retrieveMenuOptionList, type MenuOptionList } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath, optionListPath, optionListsPath, type OptionListIds } from '../menu-path.ts';
import { changesIn } from '../fields/field-changes.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { SharedNotice } from '../shared-notice.tsx';
import { texts } from '../texts.ts';
import { optionListFields, optionListValues, pricedMax } from './option-list-fields.ts';
import { OptionTable } from './option-table.tsx';

const form = z.object({
  name: textUpTo(1_000),
  min: textUpTo(20),
  max: textUpTo(20),
  [shownField]: textUpTo(32_768),
  ...Object.fromEntries(Array.from({ length: pricedMax }, (_, at) => [`price_${at}`, textUpTo(40).optional()])),
});

type EditProps = { list: MenuOptionList; ids: OptionListIds; visit: UserVisit; state: FormState };

const EditForm = ({ list, ids, visit, state }: EditProps) => {
  const t = texts(visit);
  const kept = keptForm(state);
  const values = optionListValues(list);
  const currency = visit.place?.currency ?? '';
  return (
    <Form visit={visit} form={kept} submit={t('save')} cancel={optionListsPath(ids)}>
      <input type="hidden" name={shownField} value={shownText(values)} />
      <TextField form={kept} name="name" label={t('name')} value={values['name']} required />
      <TextField form={kept} name="min" label={t('min_selections')} value={values['min']} required />
      <TextField form={kept} name="max" label={t('max_selections')} hint={t('max_hint')} value={values['max']} />
      {list.options.slice(0, pricedMax).map(({ name }, at) => (
        <TextField
          form={kept}
          name={`price_${at}`}
          label={t('price_of_in', { name, currency })}
          value={values[`price_${at}`]}
          required
        />
      ))}
    </Form>
  );
};

/** An option list of a menu: what guests choose from, how much of it, and what it costs. */
export const optionListPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/option-lists/:option_list_id',
  {
    summary: 'An option list of a menu',
    who: 'user',
    roles: everyRole,
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const { catalog_id, option_list_id } = params;
      const found = await askFor(retrieveMenuOptionList, visit, { params: { catalog_id, option_list_id } });
      return { ids: params, ...found };
    },
    show({ ids, menu, option_list: list, variants }, visit, state) {
      const t = texts(visit);
      return (
        <Layout
          title={t('option_list_named', { name: <Name>{list.name}</Name> })}
          visit={visit}
          trail={[
            { label: menu.name, href: menuPath(ids) },
            { label: t('option_lists'), href: optionListsPath(ids) },
          ]}
        >
          <SharedNotice menu={menu} visit={visit} />
          {!list.is_minimum_reachable && <p class="hint">{t('unreachable_minimum', { min: list.min_selections })}</p>}
          <Section title={t('options')}>
            <OptionTable {...{ list, variants, ids, menu, visit }} />
          </Section>
          {menu.may_change && (
            <Section title={t('names_choices_prices')}>
              <EditForm list={list} ids={ids} visit={visit} state={state} />
            </Section>
          )}
        </Layout>
      );
    },
    form,
    async submit({ params, form: sent }, visit, deps) {
      const { catalog_id, option_list_id } = params;
      const typed = sent as Readonly<Record<string, string | undefined>>;
      const shown = shownIn(typed[shownField]);
      const fields = optionListFields(option_list_id, shown, visit.place?.currency ?? '');
      const { changes, faults } = changesIn(fields, { typed, shown });
      if (faults.length > 0) throw invalidFields(faults);
      const changed = await saveChanges(deps, visit, catalog_id, changes);
      return goTo(visit, optionListPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
    },
  },
);
