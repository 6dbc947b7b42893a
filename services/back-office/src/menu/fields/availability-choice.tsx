import type { FormState } from '@order-hub/pages/declared-page';
import { RadioField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import type { MenuVariant } from '@order-hub/shared/menu-calls';
import { texts } from '../texts.ts';
import { variantsMax, type Offered } from './availability-fields.ts';
import { shownField, type Values } from '../../shown/shown-values.ts';

type ChoiceProps = {
  offered: Offered;
  variants: readonly MenuVariant[];
  values: Values;
  /** `state`: the form as it was sent; `kept`: without what the person has not changed. */
  state: FormState;
  kept: FormState;
  visit: UserVisit;
};

/** Whether something is offered, and to which variants. */
export const AvailabilityChoice = ({ offered, variants, values, state, kept, visit }: ChoiceProps) => {
  const t = texts(visit);
  const chosen = (ref: string, at: number) =>
    state.values[shownField] === undefined
      ? (offered.variant_refs?.includes(ref) ?? false)
      : state.values[`variant_${at}`] !== undefined;
  return (
    <>
      <RadioField
        form={kept}
        name="enabled"
        label={t('offered')}
        value={values['enabled']}
        choices={[
          { value: 'on', label: t('offered_yes') },
          { value: 'off', label: t('offered_no'), note: t('offered_no_note') },
        ]}
      />
      {variants.length > 0 && (
        <>
          <RadioField
            form={kept}
            name="variants"
            label={t('for_whom')}
            value={values['variants']}
            choices={[
              { value: 'all', label: t('for_all') },
              { value: 'some', label: t('for_some') },
            ]}
          />
          <fieldset class="field">
            <legend>{t('variants')}</legend>
            {variants.slice(0, variantsMax).map(({ ref, name }, at) => (
              <label class="choice">
                <input type="checkbox" name={`variant_${at}`} value={ref} checked={chosen(ref, at)} />
                <span>{name}</span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </>
  );
};
