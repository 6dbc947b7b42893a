import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { addressKey, remoteAddress } from './remote-address.ts';

describe('an address is counted by', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['', ''],
    ['not:an:address', 'not:an:address'],
  ])('%j → %j', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('the address of a client behind proxies', () => {
  const requestWith = (forwarded: string) => {
    const req = new IncomingMessage(new Socket());
    Object.defineProperty(req.socket, 'remoteAddress', { value: '10.0.0.1' });
    req.headers['x-forwarded-for'] = forwarded;
    return req;
  };

  test.each([
    ['6.6.6.6, 192.0.2.7', 0, '10.0.0.1'],
    ['6.6.6.6, 192.0.2.7', 1, '192.0.2.7'],
    ['6.6.6.6, 192.0.2.7, 10.0.0.2', 2, '192.0.2.7'],
    ['192.0.2.7', 2, '192.0.2.7'],
    ['192.0.2.7:4711', 1, '192.0.2.7'],
    ['[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['unknown', 1, '10.0.0.1'],
  ])('%j behind %i → %s', (forwarded, hops, address) => {
    expect(remoteAddress(requestWith(forwarded), hops)).toBe(address);
  });
});
