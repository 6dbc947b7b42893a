import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveProfile, updateProfile } from '@order-hub/shared/management/users';
import type { AskFor } from '@order-hub/shared/principal-call';
import { Facts, Section } from '@order-hub/pages/elements';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { timezoneChoices } from '../choices/timezone-choices.ts';
import { profilePath } from '../paths/profile-path.ts';
import { LanguageField } from './language-field.tsx';
import { profileForm } from './profile.schema.ts';

export const profilePage = page(profilePath, {
  summary: 'The profile of the user',
  who: 'user',
  query: connectionsQuery,
  async load({ query: { connections_after: after } }, visit, { askFor }: { askFor: AskFor }) {
    const [profile, connections] = await Promise.all([
      askFor(retrieveProfile, visit, { params: {} }),
      askFor(listUserConnections, visit, { params: {}, input: { after, count: connectionsShownMax } }),
    ]);
    return { ...profile, connections };
  },
  show: ({ email, email_verified, first_name, last_name, timezone, locales, language, connections }, visit, form) => (
    <Layout title="Profile" visit={visit}>
      <Section title="About you">
        <Facts
          facts={[
            [
              'Email address',
              <>
                {email} {email_verified ? '(confirmed)' : <a href={`${profilePath}/email`}>Confirm it</a>}
              </>,
            ],
          ]}
        />
        <Form visit={visit} form={form} submit="Save">
          <TextField form={form} name="first_name" label="First name" value={first_name} autocomplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" value={last_name} autocomplete="family-name" />
          <SelectField
            form={form}
            name="timezone"
            label="Timezone"
            hint="These pages show times in it."
            value={timezone}
            choices={timezoneChoices(timezone)}
          />
          <LanguageField form={form} language={language} />
          <TextField
            form={form}
            name="locales"
            label="Languages (optional)"
            hint="Language tags, your first choice first, such as fr-FR, en. Apps may see them."
            value={locales.join(', ')}
          />
        </Form>
      </Section>
      <Section title="Password" action={{ label: 'Change the password', href: `${profilePath}/password` }}>
        <p>Change it if someone else may know it.</p>
      </Section>
      <Section
        title="Second factors"
        action={{ label: 'Show the second factors', href: `${profilePath}/second-factor` }}
      >
        <p>With one, nobody who learns your password can log in as you.</p>
      </Section>
      <Section title="Browsers" action={{ label: 'Show the browsers', href: `${profilePath}/sessions` }}>
        <p>See where you are logged in, and log out elsewhere.</p>
      </Section>
      <Section title="Connected apps" action={{ label: 'Show all apps', href: `${profilePath}/connections` }}>
        <p>See the apps that are connected to your accounts, locations and profile, and disconnect them.</p>
      </Section>
      {connections.items.length > 0 && <ConnectionsSection connections={connections} visit={visit} />}
    </Layout>
  ),
  form: profileForm,
  async submit({ form }, visit, { askFor }) {
    await askFor(updateProfile, visit, { params: {}, input: form });
    return goTo(visit, profilePath, { notice: 'Your profile has been saved.' });
  },
});
