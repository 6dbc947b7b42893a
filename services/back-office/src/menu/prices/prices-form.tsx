import type { FormState } from '@order-hub/pages/declared-page';
import { Empty } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuPriceOverride, MenuVariant } from '@order-hub/shared/menu-calls';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { keptForm, shownField, shownIn, shownText } from '../../shown/shown-values.ts';
import { texts } from '../texts.ts';
import { conditionsInWords } from './other-prices.tsx';
import { isEditable, rulesMax, ruleValues, ruleVariantsMax, wasShown, weekdays } from './price-rules.ts';

const numbered = (name: string, count: number, charsMax: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}_${at}`, textUpTo(charsMax).optional()]));

const textMax = 40;

/** The fields of the form. */
export const pricesForm = z.object({
  [shownField]: textUpTo(32_768),
  new_price: textUpTo(textMax),
  start_time: textUpTo(textMax),
  end_time: textUpTo(textMax),
  start_date: textUpTo(textMax),
  end_date: textUpTo(textMax),
  ...Object.fromEntries(weekdays.map((day) => [`day_${day}`, textUpTo(textMax).optional()])),
  ...numbered('price', rulesMax, textMax),
  ...numbered('remove', rulesMax, textMax),
  ...numbered('variant', ruleVariantsMax, 1_000),
});

type FormProps = {
  rules: readonly MenuPriceOverride[];
  variants: readonly MenuVariant[];
  visit: UserVisit;
  state: FormState;
  /** The page of the sku or option. */
  back: string;
};

const Ticks = ({
  legend,
  boxes,
  state,
}: {
  legend: string;
  boxes: readonly { name: string; value: string; label: string }[];
  state: FormState;
}) => (
  <fieldset class="field ticks">
    <legend>{legend}</legend>
    {boxes.map(({ name, value, label }) => (
      <label class="choice">
        <input type="checkbox" name={name} value={value} checked={state.values[name] !== undefined} />
        <span>{label}</span>
      </label>
    ))}
  </fieldset>
);

/** The prices of now. No component: the form finds the labels of its fields among its elements. */
const ruleFields = ({ rules, variants, visit, state }: Omit<FormProps, 'back'>) => {
  const t = texts(visit);
  const shown = shownIn(state.values[shownField]);
  const { values: typed, faults } = keptForm(state);
  const values = ruleValues(rules);
  const currency = visit.place?.currency ?? '';
  return (
    <>
      {rules.map((rule, at) => {
        const name = conditionsInWords({ rule, variants, visit });
        const kept = { faults, values: wasShown(rule, at, shown) ? typed : {} };
        return (
          <>
            <TextField
              form={kept}
              name={`price_${at}`}
              label={t('price_when_in', { when: name, currency })}
              value={values[`price_${at}`]}
            />
            <div class="field">
              <label class="choice">
                <input
                  type="checkbox"
                  name={`remove_${at}`}
                  value="on"
                  checked={kept.values[`remove_${at}`] === 'on'}
                />
                <span>{t('remove_price', { when: name })}</span>
              </label>
            </div>
          </>
        );
      })}
    </>
  );
};

/** A further price. */
const newRuleFields = ({ variants, visit, state }: Omit<FormProps, 'back' | 'rules'>) => {
  const t = texts(visit);
  const currency = visit.place?.currency ?? '';
  const days = weekdays.map((day) => ({ name: `day_${day}`, value: day, label: t(`day_${day}`) }));
  const boxes = variants
    .slice(0, ruleVariantsMax)
    .map(({ ref, name }, at) => ({ name: `variant_${at}`, value: ref, label: name }));
  return (
    <fieldset class="field">
      <legend>{t('another_price')}</legend>
      <p class="hint">{t('another_price_hint')}</p>
      <TextField form={state} name="new_price" label={t('price_in', { currency })} />
      <Ticks legend={t('on_days')} boxes={days} state={state} />
      <TextField form={state} name="start_time" label={t('from_time')} hint={t('time_hint')} />
      <TextField form={state} name="end_time" label={t('until_time')} hint={t('time_hint')} />
      <TextField form={state} name="start_date" type="date" label={t('from_date')} />
      <TextField form={state} name="end_date" type="date" label={t('until_date')} />
      {boxes.length > 0 && <Ticks legend={t('for_variants')} boxes={boxes} state={state} />}
    </fieldset>
  );
};

/** Changes the other prices of a sku or an option, removes some, and adds one. */
export const PricesForm = ({ rules, variants, visit, state, back }: FormProps) => {
  const t = texts(visit);
  if (!isEditable(rules)) return <Empty>{t('too_many_prices')}</Empty>;
  return (
    <Form visit={visit} form={state} submit={t('save')} cancel={back}>
      <input type="hidden" name={shownField} value={shownText(ruleValues(rules))} />
      {ruleFields({ rules, variants, visit, state })}
      {newRuleFields({ variants, visit, state })}
    </Form>
  );
};
