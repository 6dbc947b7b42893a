import type { Database } from '@order-hub/shared/database';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Empty, Notice, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import { listSecondFactors } from '../list-second-factors.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { kindInWords, type SecondFactor } from '../second-factor.ts';
import { pathBelow, secondFactorPath } from './second-factor-path.ts';

type AddProps = { continuePath: string; canUsePasskeys: boolean };

const rowOf = ({ id, kind, name, created_at, used_at }: SecondFactor, { user: { timezone } }: UserVisit) => [
  name,
  kindInWords[kind],
  <When at={created_at} timezone={timezone} />,
  used_at === null ? '–' : <When at={used_at} timezone={timezone} />,
  <a href={`${pathBelow('remove')}&factor=${id}`} aria-label={`Remove ${name}`}>
    Remove
  </a>,
];

const Factors = ({ factors, visit }: { factors: SecondFactor[]; visit: UserVisit }) => (
  <Table
    label="Second factors"
    heads={['Name', 'What it is', 'Added', 'Last used', '']}
    rows={factors.map((factor) => rowOf(factor, visit))}
  />
);

const Add = ({ continuePath, canUsePasskeys }: AddProps) => (
  <Section title="Add one">
    {canUsePasskeys && (
      <p>
        A passkey is in your phone, computer or security key. No other website can ask for it: prefer it if you can.
      </p>
    )}
    <p>An authenticator app on your phone shows a new code every thirty seconds.</p>
    <p class="actions">
      {canUsePasskeys && (
        <a class="button primary" href={pathBelow('passkey', continuePath)}>
          Add a passkey
        </a>
      )}
      <a class={canUsePasskeys ? 'button' : 'button primary'} href={pathBelow('app', continuePath)}>
        Add an authenticator app
      </a>
    </p>
  </Section>
);

const Codes = ({ codesLeft }: { codesLeft: number }) => (
  <Section title="Recovery codes" action={{ label: 'Create new codes', href: pathBelow('recovery-codes') }}>
    <p>{`${codesLeft} of 10 are left. Each logs you in once if you have lost your second factor.`}</p>
  </Section>
);

/** The second factors of the user, and how to add one. Operators without one are sent here. */
export const secondFactorsPage = page(secondFactorPath, {
  summary: 'The second factors of the user',
  who: 'user',
  query: continueQuery,
  load: async ({ query }, visit, deps: { db: Database }) => ({
    ...(await listSecondFactors(deps, sessionContextOf(visit))),
    add: { continuePath: query.continue, canUsePasskeys: relyingPartyOf(visit.publicUrl) !== undefined },
  }),
  show: ({ factors, codesLeft, add }, visit) => (
    <Layout title="Second factors" visit={visit} trail={[{ label: 'Profile', href: '/back-office/profile' }]}>
      {factors.length === 0 && visit.user.is_operator && (
        <Notice tone="busy">
          <p>Operators need a second factor. Add one, and the operators’ pages open.</p>
        </Notice>
      )}
      <Section title="What you log in with, beside your password">
        {factors.length === 0 ? (
          <Empty>Nothing yet. With a second factor, nobody who learns your password can log in as you.</Empty>
        ) : (
          <Factors factors={factors} visit={visit} />
        )}
      </Section>
      <Add {...add} />
      {factors.length > 0 && <Codes codesLeft={codesLeft} />}
    </Layout>
  ),
});
