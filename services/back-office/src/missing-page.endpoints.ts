import { errorPage } from '@order-hub/pages/error-page';
import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { z } from 'zod';

/** Answers 404 for every other path; mounted last. */
export const missingPageEndpoints = [
  endpoint('GET /back-office/*rest', {
    summary: 'No such page',
    access: 'public',
    reply: z.never(),
    refuse: errorPage,
    handle() {
      throw notFound('Page');
    },
  }),
];
