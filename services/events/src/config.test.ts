import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '@order-hub/shared/config';
import { Resolver } from 'node:dns';
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

describe('CALLBACK_ALLOWED_NETWORKS', () => {
  test.each(['10.0.0.0', '10.0.0.0/33', 'private', 'fd00::/129'])('%s is refused', (text) => {
    expect(() => readConfig({ ...required, CALLBACK_ALLOWED_NETWORKS: text })).toThrow(ConfigError);
  });
});

describe('CALLBACK_DNS_SERVERS', () => {
  test.each(['10.0.0.2', '10.0.0.2:5353', 'fd00::1', '[fd00::1]', '[fd00::1]:53'])('%s', (text) => {
    const { CALLBACK_DNS_SERVERS: servers } = readConfig({ ...required, CALLBACK_DNS_SERVERS: text });
    expect(() => new Resolver().setServers(servers)).not.toThrow();
  });

  test.each([
    'ns.example',
    '10.0.0.999',
    '10.0.0.2:0',
    '10.0.0.2:65536',
    'fd00::1:12345',
    '[10.0.0.2]:53',
    '10.0.0.2:',
  ])('%s is refused', (text) => {
    expect(() => readConfig({ ...required, CALLBACK_DNS_SERVERS: text })).toThrow(ConfigError);
  });
});
