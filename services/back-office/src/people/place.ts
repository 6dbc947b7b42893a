import type { UserVisit } from '@order-hub/pages/visit';
import { notFound } from '@order-hub/shared/errors';
import { accountPath } from '../paths/account-path.ts';
import { locationPath } from '../paths/location-path.ts';

/** The location that a page is about, the visitor's role there, and the trail to it. Members have no page of the account. */
export function placeOf({ place }: Pick<UserVisit, 'place'>) {
  if (!place?.location_id) throw notFound('Location');
  const { location_id: id, location_name, account_id, account_name, role } = place;
  const name = location_name ?? '';
  const account = role === 'owner' ? [{ label: account_name ?? '', href: accountPath(account_id ?? '') }] : [];
  return { id, name, role, trail: [...account, { label: name, href: locationPath(id) }] };
}
