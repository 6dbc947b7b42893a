import { expect, test } from '@jest/globals';
import { apiRequestOf } from './api-request.ts';

test('ids fill the path, a body is JSON, and everything else becomes the query', () => {
  const args = { location_id: 'l1', order_id: 'a/b', if_status: 'new', body: { status: 'accepted' } };
  expect(apiRequestOf('PATCH /locations/{location_id?}/orders/{order_id}', args)).toEqual({
    method: 'PATCH',
    path: '/locations/l1/orders/a%2Fb?if_status=new',
    body: '{"status":"accepted"}',
  });
});

test('a list is a GET, without what is undefined', () => {
  expect(apiRequestOf('LIST /locations/{location_id?}/orders', { location_id: 'l1', cursor: undefined })).toEqual({
    method: 'GET',
    path: '/locations/l1/orders',
    body: undefined,
  });
});
