import { afterAll, beforeAll } from '@jest/globals';
import { sized } from '@order-hub/testing/extent';
import { pagesOf, testEveryPage } from '../../auth/test/every-page.ts';
import { endpoints } from '../src/app.ts';
import { logPaths, requestLogPaths } from '../src/paths/log-path.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { toConvert } from './to-convert.ts';

const menuPaths = [
  '',
  ...['', '/export', '/import', '/images/:image_id'].map((path) => `/:catalog_id${path}`),
  ...['', '/sold-out', '/pictures', '/skus/:sku_id', '/skus/:sku_id/prices'].map(
    (path) => `/:catalog_id/products/:product_id${path}`,
  ),
  ...['', '/:option_list_id'].map((path) => `/:catalog_id/option-lists${path}`),
  ...['', '/prices', '/sold-out'].map((path) => `/:catalog_id/option-lists/:option_list_id/options/:option_id${path}`),
  ...['', '/:deal_id', '/:deal_id/lines/:line_id'].map((path) => `/:catalog_id/deals${path}`),
  ...['', '/:category_id'].map((path) => `/:catalog_id/categories${path}`),
];

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

testEveryPage({
  hub: () => hub,
  pages: pagesOf(endpoints),
  expectations: {
    asksOthers: [
      '/back-office/locations/:location_id/today',
      '/back-office/locations/:location_id/orders',
      ...['accept', 'reject', 'ready', 'send', 'complete', 'delay', 'cancel', 'receipt'].map(
        (name) => `/back-office/locations/:location_id/orders/:order_id/${name}`,
      ),
      '/back-office/locations/:location_id/orders/search',
      '/back-office/locations/:location_id/orders/export',
      '/back-office/locations/:location_id/orders/:order_id',
      '/back-office/locations/:location_id/events',
      ...menuPaths.map((path) => `/back-office/locations/:location_id/menus${path}`),
      '/back-office/operator/dropped-events',
      ...logPaths.flatMap((path) =>
        ['', '/resend', '/test', '/:attempt_id', '/:attempt_id/resend'].map((page) => path + page),
      ),
      '/back-office/locations/:location_id/customers',
      ...['', '/update', '/anonymise', '/cards', '/cards/:loyalty_card_id'].map(
        (page) => `/back-office/locations/:location_id/customers/:customer_list_id/:customer_id${page}`,
      ),
      ...requestLogPaths.flatMap((path) => [path, `${path}/:request_id`]),
      '/back-office/clients/:client_id/requests',
    ],
    managersAskOthers: ['/back-office/today'],
    formAsksOthers: ['/back-office/operator/parked-messages/delete', '/back-office/operator/dropped-events/replay'],
    needsRequest: /^$/,
    toConvert,
  },
  isWhole: sized(false, true),
});
