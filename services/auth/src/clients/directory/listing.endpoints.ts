import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import * as management from '@order-hub/shared/management/apps';
import { answerFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { approveListing } from './approve-listing.ts';
import { listApps, listListings } from './list-apps.ts';
import { removeListing } from './remove-listing.ts';
import { retrieveListing } from './retrieve-listing.ts';
import { saveListing } from './save-listing.ts';
import { saveLogo } from './save-logo.ts';
import { sendLogo } from './send-logo.ts';

/** The directory of apps, for merchants, for the owners of clients, and for operators. */
export const listingEndpoints = [
  answerFor(management.listApps, listApps),
  answerFor(management.listListings, listListings),
  answerFor(management.retrieveListing, retrieveListing),
  answerFor(management.saveListing, saveListing),
  answerFor(management.saveLogo, saveLogo),
  answerFor(management.approveListing, approveListing),
  answerFor(management.removeListing, removeListing),
  endpoint('GET /back-office/assets/logos/:digest', {
    summary: 'The logo of an app',
    access: 'public',
    reply: z.never(),
    handle: ({ params }, _ctx, deps: { db: Database }) => sendLogo(deps, params.digest),
  }),
];
