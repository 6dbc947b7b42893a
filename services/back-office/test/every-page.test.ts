import { afterAll, beforeAll } from '@jest/globals';
import { pagesOf, testEveryPage } from '../../auth/test/every-page.ts';
import { endpoints } from '../src/app.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

testEveryPage({
  hub: () => hub,
  pages: pagesOf(endpoints),
  expectations: {
    asksOthers: [
      '/back-office/locations/:location_id/orders',
      '/back-office/locations/:location_id/events',
      '/back-office/operator/dropped-events',
    ],
    formAsksOthers: ['/back-office/operator/parked-messages/delete', '/back-office/operator/dropped-events/replay'],
    needsRequest: /^$/,
  },
});
