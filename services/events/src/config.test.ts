import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '@order-hub/shared/config';
import { hubListenersOf } from './addresses/hub-listeners.ts';
import { readConfig } from './config.ts';

const required = {
  DATABASE_URL: 'postgres://hub@localhost/hub',
  HUB_INTERNAL_KEYS: 'x'.repeat(32),
  HUB_ENCRYPTION_KEYS: 'x'.repeat(32),
};

describe('CALLBACK_REFUSED_ADDRESSES', () => {
  test.each(['gateway:8080', '10.0.0.2:80', '[fd00::1]:9090', 'a.example:1,b.example:65535'])('%s', (text) => {
    const { CALLBACK_REFUSED_ADDRESSES: addresses } = readConfig({ ...required, CALLBACK_REFUSED_ADDRESSES: text });
    expect(hubListenersOf(addresses)).toHaveLength(addresses.length);
  });

  test.each([
    'gateway',
    'gateway:',
    ':80',
    'gateway:65536',
    'gateway:99999',
    '[::::]:80',
    '[x]:80',
    'http://a:80',
    '1.2.3.999:80',
  ])('%s is refused', (text) => {
    expect(() => readConfig({ ...required, CALLBACK_REFUSED_ADDRESSES: text })).toThrow(ConfigError);
  });
});

describe('CALLBACK_ALLOWED_NETWORKS and CALLBACK_DNS_SERVERS', () => {
  test.each([
    ['CALLBACK_ALLOWED_NETWORKS', '10.0.0.0'],
    ['CALLBACK_ALLOWED_NETWORKS', '10.0.0.0/33'],
    ['CALLBACK_ALLOWED_NETWORKS', 'private'],
    ['CALLBACK_DNS_SERVERS', 'ns.example'],
    ['CALLBACK_DNS_SERVERS', '10.0.0.999'],
  ])('%s: %s is refused', (name, text) => {
    expect(() => readConfig({ ...required, [name]: text })).toThrow(ConfigError);
  });
});
