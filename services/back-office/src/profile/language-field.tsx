import type { FormState } from '@order-hub/pages/declared-page';
import { SelectField } from '@order-hub/pages/form';
import { formats } from '@order-hub/pages/formats';
import { useLanguage } from '@order-hub/pages/language-context';
import { inMarks } from '@order-hub/pages/page-language';
import { languages, type Language } from '@order-hub/shared/languages';
import { texts } from './texts.ts';

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The language in which the user reads the pages. Each is named in itself: who cannot read the page finds it. */
export const LanguageField = ({ form, language }: { form: FormState; language: Language | null }) => {
  const current = useLanguage();
  const t = texts(current);
  const choices = languages.map((value) => ({
    value,
    label: inMarks(current, capital(formats(value).language(value))),
  }));
  return (
    <SelectField
      form={form}
      name="language"
      label={t('language')}
      value={language}
      choices={choices}
      empty={t('language_of_browser')}
    />
  );
};
