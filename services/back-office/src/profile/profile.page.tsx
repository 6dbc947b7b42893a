import { ConnectionsSection, connectionsQuery, connectionsShownMax } from '../connections/connections-section.tsx';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { retrieveProfile, updateProfile } from '@order-hub/shared/management/users';
import type { AskFor } from '@order-hub/shared/principal-call';
import { Facts, Name, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { profilePath } from '../paths/profile-path.ts';
import { ProfileForm } from './profile-form.tsx';
import { profileForm } from './profile.schema.ts';
import { texts } from './texts.ts';

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
  show({ email, email_verified, connections, ...profile }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('profile')} visit={visit}>
        <Section title={t('about_you')}>
          <Facts
            facts={[
              [
                t('email'),
                email_verified
                  ? t('confirmed', { email: <Name>{email}</Name> })
                  : t('not_confirmed', {
                      email: <Name>{email}</Name>,
                      link: (text) => <a href={`${profilePath}/email`}>{text}</a>,
                    }),
              ],
            ]}
          />
          <ProfileForm profile={profile} visit={visit} form={form} />
        </Section>
        <Section title={t('password')} action={{ label: t('change_password'), href: `${profilePath}/password` }}>
          <p>{t('about_password')}</p>
        </Section>
        <Section
          title={t('second_factors')}
          action={{ label: t('show_second_factors'), href: `${profilePath}/second-factor` }}
        >
          <p>{t('about_second_factors')}</p>
        </Section>
        <Section title={t('browsers')} action={{ label: t('show_browsers'), href: `${profilePath}/sessions` }}>
          <p>{t('about_browsers')}</p>
        </Section>
        <Section title={t('connected_apps')} action={{ label: t('show_apps'), href: `${profilePath}/connections` }}>
          <p>{t('about_apps')}</p>
        </Section>
        {connections.items.length > 0 && <ConnectionsSection connections={connections} visit={visit} />}
      </Layout>
    );
  },
  form: profileForm,
  async submit({ form }, visit, { askFor }) {
    await askFor(updateProfile, visit, { params: {}, input: form });
    return goTo(visit, profilePath, { notice: texts(visit)('saved') });
  },
});
