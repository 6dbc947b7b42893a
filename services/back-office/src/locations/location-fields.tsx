import { countryChoicesWith } from '@order-hub/pages/country-field';
import { SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { timezoneChoices } from '@order-hub/pages/timezone-choices';
import type { ManagedLocation } from '@order-hub/shared/management/locations';

type LocationDetails = Pick<ManagedLocation, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** The details of a location that its owner sets. */
export const LocationFields = ({ form, location }: { form: FormState; location: LocationDetails }) => {
  const field = (name: keyof LocationDetails, label: string) => ({ form, name, label, value: location[name] });
  return (
    <>
      <TextField {...field('name', 'Name')} hint="As people of the business call it, such as its street." required />
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
