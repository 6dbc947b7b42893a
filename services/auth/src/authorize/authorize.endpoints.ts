import { endpoint } from '@order-hub/shared/endpoint';
import { z } from 'zod';
import { errorPage } from '@order-hub/pages/error-page';
import type { PageDeps } from '@order-hub/pages/declared-page';
import { beginAuthorization } from './begin-authorization.ts';
import type { CheckDeps } from './checks/check-request.ts';

/** Where applications send their users. It shows only faults, and redirects to the pages of the steps. */
export const authorizeEndpoints = [
  endpoint('GET /oauth2/v1/authorize', {
    summary: 'Begin an authorisation',
    access: 'public',
    reply: z.never(),
    refuse: errorPage,
    handle: (_given, ctx, deps: PageDeps & CheckDeps & { encryptionKeys: readonly string[] }) =>
      beginAuthorization(deps, ctx),
  }),
];
