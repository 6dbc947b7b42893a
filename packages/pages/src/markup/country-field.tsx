import { countryNames } from '@order-hub/shared/country';
import { SelectField } from './form.tsx';
import type { FormState } from '../declared-page.ts';

type Props = { form: FormState; value: string; hint?: string };

export const countryChoices = countryNames.map(({ code, name }) => ({ value: code, label: name }));

/** The hint where the country is that of a new account. */
export const decidesCurrency = 'It decides the currency of the account, which cannot be changed later.';

/** The country of a new account or location. It must be chosen. */
export const CountryField = (props: Props) => (
  <SelectField {...props} name="country" label="Country" choices={countryChoices} empty="Choose a country" />
);
