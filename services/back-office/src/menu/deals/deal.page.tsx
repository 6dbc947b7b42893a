import { Name, Section } from '@order-hub/pages/elements';
import { Form, TextArea, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalidFields } from '@order-hub/shared/errors';
import { retrieveMenuDeal, type MenuDeal } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { dealPath, dealsPath, menuPath } from '../menu-path.ts';
import { AvailabilityChoice } from '../fields/availability-choice.tsx';
import { availabilityChanges, availabilityForm, availabilityValues } from '../fields/availability-fields.ts';
import { changesIn, textAreaField, textField } from '../fields/field-changes.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText, type Values } from '../../shown/shown-values.ts';
import { SharedNotice } from '../shared-notice.tsx';
import { texts } from '../texts.ts';
import { LineTable } from './line-table.tsx';

const form = z.object({
  name: textUpTo(1_000),
  description: textUpTo(10_000),
  [shownField]: textUpTo(32_768),
  ...availabilityForm,
});

const valuesOf = (deal: MenuDeal): Values => ({
  name: deal.name,
  description: deal.description ?? '',
  ...availabilityValues(deal),
});

/** A deal of a menu: what it is called, to whom it is offered, and its lines. */
export const dealPage = page('/back-office/locations/:location_id/menus/:catalog_id/deals/:deal_id', {
  summary: 'A deal of a menu',
  who: 'user',
  roles: everyRole,
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id, deal_id } = params;
    return { ids: params, ...(await askFor(retrieveMenuDeal, visit, { params: { catalog_id, deal_id } })) };
  },
  show({ ids, menu, deal, variants }, visit, state) {
    const t = texts(visit);
    const kept = keptForm(state);
    const values = valuesOf(deal);
    return (
      <Layout
        title={t('deal_named', { name: <Name>{deal.name}</Name> })}
        visit={visit}
        trail={[
          { label: menu.name, href: menuPath(ids) },
          { label: t('deals'), href: dealsPath(ids) },
        ]}
      >
        <SharedNotice menu={menu} visit={visit} />
        <Section title={t('lines')}>
          <LineTable {...{ deal, ids, menu, visit }} />
        </Section>
        {menu.may_change && (
          <Section title={t('name_and_availability')}>
            <Form visit={visit} form={kept} submit={t('save')} cancel={dealsPath(ids)}>
              <input type="hidden" name={shownField} value={shownText(values)} />
              <TextField form={kept} name="name" label={t('name')} value={values['name']} required />
              <TextArea
                form={kept}
                name="description"
                label={t('description')}
                value={values['description']}
                rows={4}
              />
              <AvailabilityChoice offered={deal} {...{ variants, values, state, kept, visit }} />
            </Form>
          </Section>
        )}
      </Layout>
    );
  },
  form,
  async submit({ params, form: sent }, visit, deps) {
    const { catalog_id, deal_id: id } = params;
    const typed = sent as Readonly<Record<string, string | undefined>>;
    const shown = shownIn(typed[shownField]);
    const target = { kind: 'deal', id, child_id: null } as const;
    const fields = [
      textField({ input: 'name', target, field: 'name' }),
      textAreaField({ input: 'description', target, field: 'description' }),
    ];
    const { changes, faults } = changesIn(fields, { typed, shown });
    if (faults.length > 0) throw invalidFields(faults);
    const all = [...changes, ...availabilityChanges(target, typed, shown)];
    const changed = await saveChanges(deps, visit, catalog_id, all);
    return goTo(visit, dealPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
  },
});
