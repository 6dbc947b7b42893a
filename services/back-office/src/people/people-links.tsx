import { Section } from '@order-hub/pages/elements';
import type { Visit } from '@order-hub/pages/visit';
import type { Role } from '@order-hub/shared/roles';
import { accountPeoplePath, leavePath, peoplePath } from '../paths/people-path.ts';
import { texts } from './texts.ts';

/** On the page of an account: the way to its people. */
export const AccountPeopleSection = ({ account_id, visit }: { account_id: string; visit: Visit }) => {
  const t = texts(visit);
  return (
    <Section title={t('people')} action={{ label: t('people'), href: accountPeoplePath(account_id) }}>
      <p>{t('about_people')}</p>
    </Section>
  );
};

/** On the page of a location: the way to its people, for those who place them; for a member the way out. */
export const LocationPeopleSection = ({
  location_id,
  role,
  visit,
}: {
  location_id: string;
  role: Role;
  visit: Visit;
}) => {
  const t = texts(visit);
  const mayPlace = role !== 'kitchen';
  return (
    <Section title={t('people')} {...(mayPlace && { action: { label: t('people'), href: peoplePath(location_id) } })}>
      {mayPlace && <p>{t('about_people')}</p>}
      {role !== 'owner' && (
        <p>
          <a href={leavePath(location_id)}>{t('leave')}</a>
        </p>
      )}
    </Section>
  );
};
