import { countryNames } from '@order-hub/shared/country';
import { formats } from '../languages/formats.ts';
import { useLanguage } from '../languages/language-context.ts';
import type { PageLanguage } from '../languages/page-language.ts';
import { texts } from '../texts.ts';
import { SelectField } from './form.tsx';
import type { FormState } from '../declared-page.ts';

type Props = { form: FormState; value: string; hint?: string };

type Choices = readonly { value: string; label: string }[];

const kept = new Map<PageLanguage, Choices>();

/** The countries, by their names in the language. */
export function countryChoices(language: PageLanguage): Choices {
  const { country, compare } = formats(language);
  const choices =
    kept.get(language) ??
    countryNames.map(({ code }) => ({ value: code, label: country(code) })).sort((a, b) => compare(a.label, b.label));
  kept.set(language, choices);
  return choices;
}

/** The country of a new account or location. It must be chosen. `decidesCurrency`: the hint where it is that of a new account. */
export const CountryField = ({ decidesCurrency = false, ...props }: Props & { decidesCurrency?: boolean }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <SelectField
      {...props}
      {...(decidesCurrency && { hint: t('decides_currency') })}
      name="country"
      label={t('country')}
      choices={countryChoices(language)}
      empty={t('choose_country')}
    />
  );
};
