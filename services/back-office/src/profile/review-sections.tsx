import { Empty, Name, Section, Table, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { PlacedMember } from '@order-hub/shared/management/members';
import { memberPath } from '../paths/people-path.ts';
import { profilePath } from '../paths/profile-path.ts';
import { texts } from './texts.ts';

type PeopleProps = { people: readonly PlacedMember[]; visit: UserVisit };

/** Whom the user, or whoever knew the password, has let in. */
export const PeopleReview = ({ people, visit }: PeopleProps) => {
  const t = texts(visit);
  return (
    <Section title={t('who_works')}>
      <p>{t('review_people')}</p>
      {people.length === 0 ? (
        <Empty>{t('no_people')}</Empty>
      ) : (
        <Table
          label={t('who_works')}
          heads={[t('person'), t('place'), t('role'), t('since'), t('action')]}
          rows={people.map((member) => [
            <Name>{member.email}</Name>,
            <>
              <Name>{member.location_name}</Name> (<Name>{member.account_name}</Name>)
            </>,
            t(`role_${member.role}`),
            <When at={member.created_at} timezone={visit.user.timezone} />,
            <a href={memberPath(member, 'remove')} aria-label={t('remove_named', { name: member.email })}>
              {t('remove')}
            </a>,
          ])}
        />
      )}
    </Section>
  );
};

type Factor = { kind: 'app' | 'passkey'; name: string; created_at: Date };

/** With what somebody could log in beside the password. */
export const FactorReview = ({ factors, visit }: { factors: readonly Factor[]; visit: UserVisit }) => {
  const t = texts(visit);
  const path = `${profilePath}/second-factor`;
  return (
    <Section title={t('second_factors')} action={{ label: t('show_second_factors'), href: path }}>
      <p>{t('review_factors')}</p>
      {factors.length === 0 ? (
        <Empty>{t('no_factor')}</Empty>
      ) : (
        <Table
          label={t('second_factors')}
          heads={[t('factor'), t('kind'), t('since')]}
          rows={factors.map(({ kind, name, created_at }) => [
            <Name>{name}</Name>,
            t(`kind_${kind}`),
            <When at={created_at} timezone={visit.user.timezone} />,
          ])}
        />
      )}
    </Section>
  );
};
