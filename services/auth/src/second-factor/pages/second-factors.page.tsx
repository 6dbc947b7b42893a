import type { Database } from '@order-hub/shared/database';
import { listRequiringAccounts } from '../../accounts/requirements/list-requiring-accounts.ts';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Empty, Name, Notice, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import { listSecondFactors } from '../list-second-factors.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import type { SecondFactor } from '../second-factor.ts';
import { pathBelow, secondFactorPath } from './second-factor-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type AddProps = { continuePath: string; canUsePasskeys: boolean };

const rowOf = ({ id, kind, name, created_at, used_at }: SecondFactor, visit: UserVisit) => {
  const t = texts(visit);
  const { timezone } = visit.user;
  return [
    <Name>{name}</Name>,
    t(kind),
    <When at={created_at} timezone={timezone} />,
    used_at === null ? '–' : <When at={used_at} timezone={timezone} />,
    <a href={`${pathBelow('remove')}&factor=${id}`} aria-label={t('remove_named', { name })}>
      {t('remove')}
    </a>,
  ];
};

const Factors = ({ factors, visit }: { factors: SecondFactor[]; visit: UserVisit }) => {
  const t = texts(useLanguage());
  return (
    <Table
      label={t('second_factors')}
      heads={[t('name'), t('what_it_is'), t('added'), t('last_used'), '']}
      rows={factors.map((factor) => rowOf(factor, visit))}
    />
  );
};

const Add = ({ continuePath, canUsePasskeys }: AddProps) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('add_one')}>
      {canUsePasskeys && <p>{t('about_passkey')}</p>}
      <p>{t('about_app')}</p>
      <p class="actions">
        {canUsePasskeys && (
          <a class="button primary" href={pathBelow('passkey', continuePath)}>
            {t('add_passkey')}
          </a>
        )}
        <a class={canUsePasskeys ? 'button' : 'button primary'} href={pathBelow('app', continuePath)}>
          {t('add_app')}
        </a>
      </p>
    </Section>
  );
};

const Codes = ({ codesLeft }: { codesLeft: number }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('recovery_codes')} action={{ label: t('create_codes'), href: pathBelow('recovery-codes') }}>
      <p>{t('codes_left', { count: codesLeft })}</p>
    </Section>
  );
};

/** The second factors of the user, and how to add one. Operators without one are sent here, and whoever opens what belongs to an account that requires one. */
export const secondFactorsPage = page(secondFactorPath, {
  summary: 'The second factors of the user',
  who: 'user',
  query: continueQuery,
  load: async ({ query }, visit, deps: { db: Database }) => ({
    ...(await listSecondFactors(deps, sessionContextOf(visit))),
    requiring: await listRequiringAccounts(deps.db, visit.user.id),
    add: { continuePath: query.continue, canUsePasskeys: relyingPartyOf(visit.publicUrl) !== undefined },
  }),
  show({ factors, codesLeft, requiring, add }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('second_factors')} visit={visit} trail={[{ label: t('profile'), href: '/back-office/profile' }]}>
        {factors.length === 0 && visit.user.is_operator && (
          <Notice tone="busy">
            <p>{t('operators_need')}</p>
          </Notice>
        )}
        {factors.length === 0 && requiring.length > 0 && (
          <Notice tone="busy">
            {requiring.map(({ name }) => (
              <p>{t('account_needs', { account: <Name>{name}</Name> })}</p>
            ))}
          </Notice>
        )}
        <Section title={t('beside_password')}>
          {factors.length === 0 ? <Empty>{t('nothing_yet')}</Empty> : <Factors factors={factors} visit={visit} />}
        </Section>
        <Add {...add} />
        {factors.length > 0 && <Codes codesLeft={codesLeft} />}
      </Layout>
    );
  },
});
