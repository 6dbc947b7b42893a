import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '@order-hub/shared/config';
import { keySettings } from '@order-hub/testing/keys';
import { Resolver } from 'node:dns';
import { hubListenersOf } from './addresses/hub-listeners.ts';
import { readConfig } from './config.ts';

const required = {
  DATABASE_URL: 'postgres://hub@localhost/hub',
  ...keySettings('events'),
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

describe('CALLBACK_SIGNATURE_HEADERS', () => {
  test.each([
    ['X-Service-Hmac-SHA256', ['X-Service-Hmac-SHA256']],
    ['X-Service-Hmac-SHA256, x_other.signature', ['X-Service-Hmac-SHA256', 'x_other.signature']],
    ['A,B,C,D,E', ['A', 'B', 'C', 'D', 'E']],
  ])('%s', (text, names) => {
    const config = readConfig({ ...required, CALLBACK_SIGNATURE_HEADERS: text });
    expect(config.CALLBACK_SIGNATURE_HEADERS).toEqual(names);
  });

  test.each([
    [',', 'must name a header'],
    ['X Signature', 'each must be the name of a header that a POST does not have yet'],
    ['X-Signature:', 'each must be the name of a header that a POST does not have yet'],
    ['X-Sign\u00e4ture', 'each must be the name of a header that a POST does not have yet'],
    ['x'.repeat(65), 'each must be the name of a header that a POST does not have yet'],
    ['X-Signature,content-type', 'each must be the name of a header that a POST does not have yet'],
    ['WEBHOOK-ID', 'each must be the name of a header that a POST does not have yet'],
    ['Content-Length', 'each must be the name of a header that a POST does not have yet'],
    ['Transfer-Encoding', 'each must be the name of a header that a POST does not have yet'],
    ['A,B,C,D,E,F', 'must be 5 at most'],
    ['X-Signature,x-signature', 'must not repeat a name'],
  ])('%s is refused: %s', (text, message) => {
    const read = () => readConfig({ ...required, CALLBACK_SIGNATURE_HEADERS: text });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });
});
