import { countryChoices } from './country.ts';
import { SelectField } from './pages/form.tsx';
import type { FormState } from './pages/page.ts';

type Props = { form: FormState; value: string; hint?: string };

/** What is to be known where the country is that of a new account. */
export const decidesCurrency = 'It decides the currency of the account, which cannot be changed later.';

/** The country of something new: one has to be chosen. */
export const CountryField = (props: Props) => (
  <SelectField {...props} name="country" label="Country" choices={countryChoices} empty="Choose a country" />
);
