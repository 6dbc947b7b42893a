import { countryChoicesWith } from '@order-hub/shared/country';
import { SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/page';
import { timezoneChoices } from '@order-hub/pages/timezone-choices';
import type { Place } from './location.ts';

/** What the owner of the account says of a location. */
export const PlaceFields = ({ form, place }: { form: FormState; place: Place }) => {
  const field = (name: keyof Place, label: string) => ({ form, name, label, value: place[name] });
  return (
    <>
      <TextField {...field('name', 'Name')} hint="As people of the business call it, such as its street." required />
      <TextField {...field('address', 'Address')} autocomplete="street-address" />
      <TextField {...field('postal_code', 'Postal code')} autocomplete="postal-code" />
      <TextField {...field('city', 'City')} autocomplete="address-level2" />
      <SelectField
        {...field('country', 'Country')}
        choices={countryChoicesWith(place.country)}
        empty="Choose a country"
      />
      <SelectField
        {...field('timezone', 'Timezone')}
        hint="Opening hours and the times of orders are in this timezone."
        choices={timezoneChoices(place.timezone)}
      />
    </>
  );
};
