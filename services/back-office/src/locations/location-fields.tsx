import { countryChoices } from '@order-hub/pages/country-field';
import { SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { timezoneChoices } from '../choices/timezone-choices.ts';
import { useLanguage } from '@order-hub/pages/language-context';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { isCountry } from '@order-hub/shared/country';
import type { ManagedLocation } from '@order-hub/shared/management/locations';
import { texts } from './texts.ts';

type LocationDetails = Pick<ManagedLocation, 'name' | 'address' | 'postal_code' | 'city' | 'country' | 'timezone'>;

/** Countries to choose from, and `current`, which may be free text that an operator set. */
function countryChoicesWith(current: string | null, language: PageLanguage) {
  const choices = countryChoices(language);
  return current === null || isCountry(current) ? choices : [{ value: current, label: current }, ...choices];
}

/** The details of a location that its owner sets. */
export const LocationFields = ({ form, location }: { form: FormState; location: LocationDetails }) => {
  const language = useLanguage();
  const t = texts(language);
  const field = (name: keyof LocationDetails, label: string) => ({ form, name, label, value: location[name] });
  return (
    <>
      <TextField {...field('name', t('name'))} hint={t('name_hint')} required />
      <TextField {...field('address', t('address'))} autocomplete="street-address" />
      <TextField {...field('postal_code', t('postal_code'))} autocomplete="postal-code" />
      <TextField {...field('city', t('city'))} autocomplete="address-level2" />
      <SelectField
        {...field('country', t('country'))}
        choices={countryChoicesWith(location.country, language)}
        empty={t('choose_country')}
      />
      <SelectField
        {...field('timezone', t('timezone'))}
        hint={t('timezone_hint')}
        choices={timezoneChoices(location.timezone)}
      />
    </>
  );
};
