import type { FormState } from '@order-hub/pages/declared-page';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import type { retrieveProfile } from '@order-hub/shared/management/users';
import type { z } from 'zod';
import { timezoneChoices } from '../choices/timezone-choices.ts';
import { LanguageField } from './language-field.tsx';
import { texts } from './texts.ts';

type Profile = Omit<z.output<typeof retrieveProfile.reply>, 'email' | 'email_verified'>;

/** Whether the user gets mails about apps with trouble. */
const TroubleMailsField = ({ form, isOn, visit }: { form: FormState; isOn: boolean; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <SelectField
      form={form}
      name="trouble_mails"
      label={t('trouble_mails')}
      hint={t('trouble_mails_hint')}
      value={isOn ? 'on' : 'off'}
      choices={[
        { value: 'on', label: t('trouble_mails_on') },
        { value: 'off', label: t('trouble_mails_off') },
      ]}
    />
  );
};

/** What users change of themselves. */
export const ProfileForm = ({ profile, visit, form }: { profile: Profile; visit: UserVisit; form: FormState }) => {
  const { first_name, last_name, timezone, locales, language, trouble_mails } = profile;
  const t = texts(visit);
  return (
    <Form visit={visit} form={form} submit={t('save')}>
      <TextField form={form} name="first_name" label={t('first_name')} value={first_name} autocomplete="given-name" />
      <TextField form={form} name="last_name" label={t('last_name')} value={last_name} autocomplete="family-name" />
      <SelectField
        form={form}
        name="timezone"
        label={t('timezone')}
        hint={t('timezone_hint')}
        value={timezone}
        choices={timezoneChoices(timezone)}
      />
      <LanguageField form={form} language={language} />
      <TextField form={form} name="locales" label={t('locales')} hint={t('locales_hint')} value={locales.join(', ')} />
      <TroubleMailsField form={form} isOn={trouble_mails} visit={visit} />
    </Form>
  );
};
