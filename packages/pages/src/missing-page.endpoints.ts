import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { z } from 'zod';
import { errorPage } from './markup/error-page.tsx';

/** What is no page: it is mounted last. */
export const missingPageEndpoints = [
  endpoint('GET /back-office/*rest', {
    summary: 'What is no page',
    access: 'public',
    reply: z.never(),
    refuse: errorPage,
    handle() {
      throw notFound('Page');
    },
  }),
];
