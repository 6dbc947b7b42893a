import { Section } from '@order-hub/pages/elements';
import type { Visit } from '@order-hub/pages/visit';
import type { ManagedAccount } from '@order-hub/shared/management/accounts';
import { accountPath } from '../paths/account-path.ts';
import { accountPeoplePath, leavePath } from '../paths/people-path.ts';
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

/** On the page of a location: for a member the way out. */
export const LeaveLink = ({ location_id, visit }: { location_id: string; visit: Visit }) => (
  <p>
    <a href={leavePath(location_id)}>{texts(visit)('leave')}</a>
  </p>
);

type RuleProps = { account: Pick<ManagedAccount, 'id' | 'second_factor'>; visit: Visit };

/** On the page of the people of an account: whether they need a second factor, and the way to change that. */
export const FactorSection = ({ account: { id, second_factor }, visit }: RuleProps) => {
  const t = texts(visit);
  return (
    <Section
      title={t('second_factor')}
      action={{ label: t('change_factor'), href: `${accountPath(id)}/second-factor` }}
    >
      <p>{t(`factor_${second_factor}`)}</p>
    </Section>
  );
};
