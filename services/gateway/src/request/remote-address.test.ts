import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { remoteAddress } from './remote-address.ts';

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
  ])('X-Forwarded-For %j behind %i proxies: %s', (forwarded, hops, address) => {
    expect(remoteAddress(requestWith(forwarded), hops)).toBe(address);
  });
});
