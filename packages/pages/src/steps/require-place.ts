import { notFound } from '@order-hub/shared/errors';
import type { PageStep } from '../page-request.ts';

const names = { account_id: 'Account', location_id: 'Location', connection_id: 'Connection' } as const;

/** Throws not_found when a user's page names an account, location or connection that is not the user's. */
export const requirePlace: PageStep = ({ page: { who }, ids, visit }) => {
  if (who === 'anyone' || who === 'operator' || visit.user_token === '' || visit.place) return undefined;
  if (ids.connection_id !== undefined) throw notFound(names.connection_id);
  if (ids.location_id !== undefined) throw notFound(names.location_id);
  if (ids.account_id !== undefined) throw notFound(names.account_id);
  return undefined;
};
