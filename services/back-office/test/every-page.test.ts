import { afterAll, beforeAll } from '@jest/globals';
import { pagesOf, testEveryPage } from '../../auth/test/every-page.ts';
import { endpoints } from '../src/app.ts';
import { logPaths, requestLogPaths } from '../src/paths/log-path.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { toConvert } from './to-convert.ts';

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
      ...logPaths.flatMap((path) =>
        ['', '/resend', '/test', '/:attempt_id', '/:attempt_id/resend'].map((page) => path + page),
      ),
      ...requestLogPaths.flatMap((path) => [path, `${path}/:request_id`]),
      '/back-office/clients/:client_id/requests',
    ],
    formAsksOthers: ['/back-office/operator/parked-messages/delete', '/back-office/operator/dropped-events/replay'],
    needsRequest: /^$/,
    toConvert,
  },
});
