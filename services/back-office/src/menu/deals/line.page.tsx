import { Name, Section } from '@order-hub/pages/elements';
import type { FormState } from '@order-hub/pages/declared-page';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { invalidFields, notFound } from '@order-hub/shared/errors';
import { retrieveMenuDeal, type MenuDealLine } from '@order-hub/shared/menu-part-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { dealPath, menuPath, type DealIds } from '../menu-path.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { texts } from '../texts.ts';
import { effects, extrasMax, lineChanges, lineValues } from './line-fields.ts';
import { lineName } from './line-table.tsx';

const form = z.object({
  label: textUpTo(1_000),
  effect: z.enum([...effects, 'free'], 'must be chosen'),
  value: textUpTo(40),
  [shownField]: textUpTo(32_768),
  ...Object.fromEntries(Array.from({ length: extrasMax }, (_, at) => [`extra_${at}`, textUpTo(40).optional()])),
});

type EditProps = { line: MenuDealLine; ids: DealIds; visit: UserVisit; state: FormState };

const EditForm = ({ line, ids, visit, state }: EditProps) => {
  const t = texts(visit);
  const kept = keptForm(state);
  const values = lineValues(line);
  const currency = visit.place?.currency ?? '';
  const isFree = line.pricing_effect === 'free';
  const choices = [...effects, ...(isFree ? (['free'] as const) : [])];
  return (
    <Form visit={visit} form={kept} submit={t('save')} cancel={dealPath(ids)}>
      <input type="hidden" name={shownField} value={shownText(values)} />
      <TextField form={kept} name="label" label={t('label')} hint={t('label_hint')} value={values['label']} />
      <SelectField
        form={kept}
        name="effect"
        label={t('price')}
        value={values['effect']}
        choices={choices.map((value) => ({ value, label: t(`effect_${value}`) }))}
      />
      <TextField
        form={kept}
        name="value"
        label={t('amount_or_percentage')}
        hint={t('value_hint', { currency })}
        value={values['value']}
      />
      {line.skus.slice(0, extrasMax).map(({ name }, at) => (
        <TextField
          form={kept}
          name={`extra_${at}`}
          label={t('extra_of_in', { name, currency })}
          value={values[`extra_${at}`]}
        />
      ))}
    </Form>
  );
};

/** A line of a deal: what it is called, what guests pay, and what some of its sizes cost more. */
export const linePage = page('/back-office/locations/:location_id/menus/:catalog_id/deals/:deal_id/lines/:line_id', {
  summary: 'A line of a deal of a menu',
  who: 'user',
  roles: managingRoles,
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id, deal_id, line_id } = params;
    const found = await askFor(retrieveMenuDeal, visit, { params: { catalog_id, deal_id } });
    const at = found.deal.lines.findIndex(({ id }) => id === line_id);
    const line = found.deal.lines[at];
    if (!line) throw notFound('Line');
    return { ids: params, ...found, line, at };
  },
  show({ ids, menu, deal, line, at }, visit, state) {
    const t = texts(visit);
    return (
      <Layout
        title={t('line_of_deal', {
          line: <Name>{lineName(line, at, visit)}</Name>,
          name: <Name>{deal.name}</Name>,
        })}
        visit={visit}
        trail={[
          { label: menu.name, href: menuPath(ids) },
          { label: deal.name, href: dealPath(ids) },
        ]}
      >
        <Section title={t('what_guests_pay')}>
          <EditForm {...{ line, ids, visit, state }} />
          {line.more_skus > 0 && <p class="hint">{t('more_sizes', { count: line.more_skus })}</p>}
        </Section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: sent }, visit, deps) {
    const { catalog_id, deal_id: id, line_id } = params;
    const typed = sent as Readonly<Record<string, string | undefined>>;
    const shown = shownIn(typed[shownField]);
    const currency = visit.place?.currency ?? '';
    const { changes, faults } = lineChanges({ id, line_id }, { typed, shown, currency });
    if (faults.length > 0) throw invalidFields(faults);
    const changed = await saveChanges(deps, visit, catalog_id, changes);
    return goTo(visit, dealPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
  },
});
