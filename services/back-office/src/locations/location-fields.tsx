import { countryChoices } from '@order-hub/pages/country-field';
import { SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { timezoneChoices } from '../choices/timezone-choices.ts';
import { useLanguage } from '@order-hub/pages/language-context';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { isCountry } from '@order-hub/shared/country';
import type { ManagedLocation } from '@order-hub/shared/management/locations';

type LocationDetails = Pick<ManagedLocation, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** Countries to choose from, and `current`, which may be free text that an operator set. */
function countryChoicesWith(current: string | null, language: PageLanguage) {
  const choices = countryChoices(language);
  return current === null || isCountry(current) ? choices : [{ value: current, label: current }, ...choices];
}

/** The details of a location that its owner sets. */
export const LocationFields = ({ form, location }: { form: FormState; location: LocationDetails }) => {
  const language = useLanguage();
  const field = (name: keyof LocationDetails, label: string) => ({ form, name, label, value: location[name] });
  return (
    <>
      <TextField {...field('name', 'Name')} hint="What your staff call it, such as its street." required />
      <TextField {...field('address', 'Address')} autocomplete="street-address" />
      <TextField {...field('postal_code', 'Postal code')} autocomplete="postal-code" />
      <TextField {...field('city', 'City')} autocomplete="address-level2" />
      <SelectField
        {...field('country', 'Country')}
        choices={countryChoicesWith(location.country, language)}
        empty="Choose a country"
      />
      <SelectField
        {...field('timezone', 'Timezone')}
        hint="Opening hours and the times of orders are in this timezone."
        choices={timezoneChoices(location.timezone)}
      />
    </>
  );
};
