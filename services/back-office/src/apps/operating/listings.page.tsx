import { Empty, More, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listListings } from '@order-hub/shared/management/apps';
import type { AskFor } from '@order-hub/shared/principal-call';
import { decidedListingPath, listedAppsPath, operatorPath, requestedListingsPath } from '../../paths/operator-path.ts';
import { afterQuery } from '../../queries/after-query.ts';
import { AppCard } from '../app-list.tsx';
import { texts } from '../texts.ts';
import { ListingFacts, type ListingProps } from './listing-facts.tsx';

/** How many listings a page has. */
const listingsShown = 25;

const Decided = ({ listing, visit }: ListingProps) => {
  const t = texts(visit);
  const { client_id, listed_at } = listing;
  return (
    <>
      <AppCard app={listing} visit={visit} />
      <ListingFacts listing={listing} visit={visit} />
      <p class="actions">
        {listed_at === null && (
          <a class="button primary" href={decidedListingPath(client_id, 'approve')}>
            {t('approve')}
          </a>
        )}
        <a class="button danger" href={decidedListingPath(client_id, 'remove')}>
          {t('take_back')}
        </a>
      </p>
    </>
  );
};

const states = {
  requested: { path: requestedListingsPath, other: { label: 'listed', href: listedAppsPath } },
  listed: { path: listedAppsPath, other: { label: 'requested', href: requestedListingsPath } },
} as const;

const pageOfState = (state: keyof typeof states) => {
  const { path, other } = states[state];
  return page(path, {
    summary:
      state === 'requested'
        ? 'The apps that wait for the directory, for operators'
        : 'The apps of the directory, for operators',
    who: 'operator',
    query: afterQuery,
    load: ({ query: { after } }, visit, { askFor }: { askFor: AskFor }) =>
      askFor(listListings, visit, { params: {}, input: { state, after, count: listingsShown } }),
    show({ items, next }, visit) {
      const t = texts(visit);
      return (
        <Layout title={t(`${state}_title`)} visit={visit} trail={[{ label: t('operator'), href: operatorPath }]}>
          <Section title={t(state)} action={{ label: t(other.label), href: other.href }}>
            <p>{t('about_approving')}</p>
            {items.length === 0 && <Empty>{t(`none_${state}`)}</Empty>}
            {items.map((listing) => (
              <Decided listing={listing} visit={visit} />
            ))}
            <More path={path} after={next} />
          </Section>
        </Layout>
      );
    },
  });
};

/** Where operators see what asks for a place in the directory, and what has one. */
export const listingsPages = [...pageOfState('requested'), ...pageOfState('listed')];
