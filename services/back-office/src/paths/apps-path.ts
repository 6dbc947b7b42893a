import { clientPath } from './client-path.ts';
import { locationPath } from './location-path.ts';

/** The directory of apps. */
export const appsPath = '/back-office/apps';

/** The page of the apps of a location. */
export const locationAppsPath = (location_id: string) => `${locationPath(location_id)}/apps`;

/** The page of a client's listing in the directory. */
export const listingPath = (client_id: string) => `${clientPath(client_id)}/listing`;
