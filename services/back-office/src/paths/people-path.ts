import { accountPath } from './account-path.ts';
import { locationPath } from './location-path.ts';

/** The people of an account. */
export const accountPeoplePath = (account_id: string) => `${accountPath(account_id)}/people`;

/** The people of a location. */
export const peoplePath = (location_id: string) => `${locationPath(location_id)}/people`;

/** The page that says whom to invite to a location. */
export const invitePath = (location_id: string) => `${peoplePath(location_id)}/invite`;

type Member = { location_id: string; id: string };

/** The page of what is done to a member. */
export const memberPath = ({ location_id, id }: Member, verb: 'update' | 'remove') =>
  `${peoplePath(location_id)}/${id}/${verb}`;

export const withdrawPath = ({ location_id, id }: Member) => `${locationPath(location_id)}/invitations/${id}/withdraw`;

export const leavePath = (location_id: string) => `${locationPath(location_id)}/leave`;
