import { countryChoices } from '@order-hub/pages/country-field';
import { SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { timezoneChoices } from '../choices/timezone-choices.ts';
import { isCountry } from '@order-hub/shared/country';
import type { ManagedLocation } from '@order-hub/shared/management/locations';

type LocationDetails = Pick<ManagedLocation, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** Countries to choose from, and `current`, which may be free text that an operator set. */
const countryChoicesWith = (current: string | null) =>
  current === null || isCountry(current) ? countryChoices : [{ value: current, label: current }, ...countryChoices];

/** The details of a location that its owner sets. */
export const LocationFields = ({ form, location }: { form: FormState; location: LocationDetails }) => {
  const field = (name: keyof LocationDetails, label: string) => ({ form, name, label, value: location[name] });
  return (
    <>
      <TextField {...field('name', 'Name')} hint="What your staff call it, such as its street." required />
      <TextField {...field('address', 'Address')} autocomplete="street-address" />
      <TextField {...field('postal_code', 'Postal code')} autocomplete="postal-code" />
      <TextField {...field('city', 'City')} autocomplete="address-level2" />
      <SelectField
        {...field('country', 'Country')}
        choices={countryChoicesWith(location.country)}
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
