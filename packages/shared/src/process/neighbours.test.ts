import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { addressesOf, addressSettings, serviceNames } from './neighbours.ts';

const settings = z.object(addressSettings);

test('addresses are found by the name of the service, without a trailing slash', () => {
  const config = settings.parse({ AUTH_URL: 'http://auth:8080/', EVENTS_URL: 'https://hub/events//' });
  expect(addressesOf(config)).toEqual({ auth: 'http://auth:8080', events: 'https://hub/events' });
  expect(addressesOf({})).toEqual({});
});

test('every service has a setting', () => {
  const settingNames = serviceNames.map((name) => `${name.replace('-', '_').toUpperCase()}_URL`);
  expect(Object.keys(addressSettings)).toEqual(settingNames);
});

test('an address is an HTTP URL', () => {
  expect(settings.safeParse({ AUTH_URL: 'postgres://auth' }).success).toBe(false);
});
