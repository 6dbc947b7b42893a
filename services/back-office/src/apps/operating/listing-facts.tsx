import { Facts, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Listing } from '@order-hub/shared/management/apps';
import { texts } from '../texts.ts';

export type ListingProps = { listing: Listing; visit: UserVisit };

/** What an operator checks beside what merchants see of an app. */
export const ListingFacts = ({ listing, visit }: ListingProps) => {
  const t = texts(visit);
  const { client_id, scope, website, start_url, requested_at, listed_at } = listing;
  const time = (at: Date | null) => at && <When at={at} timezone={visit.user.timezone} />;
  return (
    <Facts
      facts={[
        [t('client_id'), <code>{client_id}</code>],
        [t('scope'), <code>{scope}</code>],
        [t('website_field'), <code>{website}</code>],
        [t('start_url'), <code>{start_url}</code>],
        [t('requested_at'), time(requested_at)],
        [t('listed_at'), time(listed_at)],
      ]}
    />
  );
};
