import type { Database } from '@order-hub/shared/database';
import { isId } from '@order-hub/shared/ids';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';
import { Empty, Name, Section, Table, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { sessionContextOf } from '../sessions/browser-context.ts';
import type { HistoryEntry } from './history.ts';
import { listHistory } from './list-history.ts';
import { texts } from './texts.ts';

const path = '/back-office/profile/history';

const messageOf = {
  'session.open': 'logged_in',
  'session.close': 'logged_out',
  'session.close_others': 'logged_out_others',
  'user.password': 'password_changed',
  'user.new_password': 'password_by_link',
  'user.password_link': 'link_by_operator',
  'user.update': 'email_changed',
  'second_factor.add': 'factor_added',
  'second_factor.remove': 'factor_removed',
  'second_factor.reset': 'factors_reset',
  'recovery_code.use': 'code_used',
  'recovery_code.replace': 'codes_replaced',
  'refused.password': 'refused_password',
  'refused.second_factor': 'refused_factor',
} as const;

/** By what a log-in was proven, besides the password. */
const factors = { app: 'by_app', passkey: 'by_passkey', recovery_code: 'by_code' } as const;

const isFactor = (factor: string | null): factor is keyof typeof factors => factor !== null && factor in factors;

function whatOf({ action, factor, count }: HistoryEntry, visit: UserVisit) {
  const t = texts(visit);
  if (action === 'session.open') return t(isFactor(factor) ? factors[factor] : 'logged_in');
  return t(messageOf[action], { count, factor: <Name>{factor ?? ''}</Name> });
}

const rowOf = (entry: HistoryEntry, visit: UserVisit) => [
  <When at={entry.at} timezone={visit.user.timezone} />,
  whatOf(entry, visit),
  entry.browser === null ? '–' : <Name>{entry.browser}</Name>,
  entry.by === 'operator' ? texts(visit)('an_operator') : (entry.address ?? '–'),
];

/** The log-ins of the user, and the changes of how they log in. */
export const historyPage = page(path, {
  summary: 'The log-ins of the user, and the changes of how they log in',
  who: 'user',
  query: {
    before: z
      .string()
      .check(rule(isId, 'wrong_format', 'must be an id'))
      .optional(),
  },
  load: ({ query: { before } }, visit, deps: { db: Database }) => listHistory(deps, sessionContextOf(visit), before),
  show({ items, next }, visit) {
    const t = texts(visit);
    const trail = [
      { label: t('profile'), href: '/back-office/profile' },
      { label: t('browsers'), href: '/back-office/profile/sessions' },
    ];
    return (
      <Layout title={t('history')} visit={visit} trail={trail}>
        <Section title={t('latest_first')}>
          <p>{t('about')}</p>
          {items.length === 0 ? (
            <Empty>{t('nothing')}</Empty>
          ) : (
            <Table
              label={t('history')}
              heads={[t('when'), t('what'), t('browser'), t('address')]}
              rows={items.map((entry) => rowOf(entry, visit))}
            />
          )}
          {next !== null && (
            <p class="actions">
              <a class="button" href={`?before=${next}`}>
                {t('earlier')}
              </a>
            </p>
          )}
        </Section>
      </Layout>
    );
  },
});
