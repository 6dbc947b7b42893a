import { countryNames, isCountry } from '@order-hub/shared/country';
import { SelectField } from './form.tsx';
import type { FormState } from '../declared-page.ts';

type Props = { form: FormState; value: string; hint?: string };

const choices = countryNames.map(({ code, name }) => ({ value: code, label: name }));

/** Countries to choose from, and `current`, which may be a text that an application has set. */
export const countryChoicesWith = (current: string | null) =>
  current === null || isCountry(current) ? choices : [{ value: current, label: current }, ...choices];

/** The hint where the country is that of a new account. */
export const decidesCurrency = 'It decides the currency of the account, which cannot be changed later.';

/** The country of a new account or location. It must be chosen. */
export const CountryField = (props: Props) => (
  <SelectField {...props} name="country" label="Country" choices={choices} empty="Choose a country" />
);
