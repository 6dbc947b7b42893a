import { Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalidFields } from '@order-hub/shared/errors';
import type { MenuOption } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath, optionListPath, optionPath } from '../menu-path.ts';
import { OtherPrices } from '../prices/other-prices.tsx';
import { AvailabilityChoice } from '../fields/availability-choice.tsx';
import { availabilityChanges, availabilityForm, availabilityValues } from '../fields/availability-fields.ts';
import { changesIn, priceField, switchField, textField } from '../fields/field-changes.ts';
import { amountIn } from '../fields/prices.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText, type Values } from '../../shown/shown-values.ts';
import { texts } from '../texts.ts';
import { findOption } from './find-option.ts';

const form = z.object({
  name: textUpTo(1_000),
  price: textUpTo(40),
  default: z.enum(['on', 'off']),
  [shownField]: textUpTo(32_768),
  ...availabilityForm,
});

const valuesOf = (option: MenuOption): Values => ({
  name: option.name,
  price: amountIn(option.price),
  default: option.is_default ? 'on' : 'off',
  ...availabilityValues(option),
});

const fieldsOf = (target: { kind: 'option_list'; id: string; child_id: string }, currency: string) => [
  textField({ input: 'name', target, field: 'name' }),
  priceField({ input: 'price', target, field: 'price' }, currency),
  switchField({ input: 'default', target, field: 'default' }),
];

/** One option of a list: its name and price, whether it is chosen at first, and to whom it is offered. */
export const optionPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/option-lists/:option_list_id/options/:option_id',
  {
    summary: 'An option of a menu',
    who: 'user',
    roles: managingRoles,
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findOption(askFor, visit, params),
    show({ ids, menu, option_list: list, option, variants }, visit, state) {
      const t = texts(visit);
      const values = valuesOf(option);
      const kept = keptForm(state);
      const currency = visit.place?.currency ?? '';
      return (
        <Layout
          title={t('option_named', { name: <Name>{option.name}</Name> })}
          visit={visit}
          trail={[
            { label: menu.name, href: menuPath(ids) },
            { label: list.name, href: optionListPath(ids) },
          ]}
        >
          <Section
            title={t('price_and_availability')}
            action={{ label: t('sold_out_or_not'), href: `${optionPath(ids)}/sold-out` }}
          >
            <Form visit={visit} form={kept} submit={t('save')} cancel={optionListPath(ids)}>
              <input type="hidden" name={shownField} value={shownText(values)} />
              <TextField form={kept} name="name" label={t('name')} value={values['name']} required />
              <TextField
                form={kept}
                name="price"
                label={t('price_in', { currency })}
                value={values['price']}
                required
              />
              <RadioField
                form={kept}
                name="default"
                label={t('chosen_first')}
                value={values['default']}
                choices={[
                  { value: 'on', label: t('offered_yes') },
                  { value: 'off', label: t('offered_no') },
                ]}
              />
              <AvailabilityChoice offered={option} {...{ variants, values, state, kept, visit }} />
            </Form>
          </Section>
          <Section title={t('other_prices')} action={{ label: t('change_prices'), href: `${optionPath(ids)}/prices` }}>
            <OtherPrices overrides={option.price_overrides} variants={variants} visit={visit} />
          </Section>
        </Layout>
      );
    },
    form,
    async submit({ params, form: sent }, visit, deps) {
      const { catalog_id, option_list_id: id, option_id: child_id } = params;
      const typed = sent as Readonly<Record<string, string | undefined>>;
      const shown = shownIn(typed[shownField]);
      const target = { kind: 'option_list', id, child_id } as const;
      const { changes, faults } = changesIn(fieldsOf(target, visit.place?.currency ?? ''), { typed, shown });
      if (faults.length > 0) throw invalidFields(faults);
      const all = [...changes, ...availabilityChanges(target, typed, shown)];
      const changed = await saveChanges(deps, visit, catalog_id, all);
      return goTo(visit, optionListPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
    },
  },
);
