import { describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { addressPolicy, type AddressPolicy } from './address-policy.ts';

const strict = addressPolicy([]);
const open = addressPolicy(['0.0.0.0/0', '::/0']);

/** The first and the last address of a network. */
function endsOf(network: string) {
  const version = network.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4;
  return [version.networkAddressFromCIDR(network), version.broadcastAddressFromCIDR(network)] as const;
}

/** The address `step` (1 or -1) after this one. */
function neighbour(address: ipaddr.IPv4 | ipaddr.IPv6, step: number): string {
  const bytes = address.toByteArray();
  for (let index = bytes.length - 1; index >= 0; index--) {
    bytes[index] = (bytes[index]! + step) & 0xff;
    if (bytes[index] !== (step === 1 ? 0 : 0xff)) break;
  }
  return ipaddr.fromByteArray(bytes).toString();
}

/** The addresses that the policy allows. */
const allowed = (policy: AddressPolicy, addresses: readonly { toString(): string }[]) =>
  addresses.map(String).filter((address) => policy.allows(address));

/** IANA's special-purpose networks, and the name of their range in ipaddr.js. */
const special: [network: string, range: string][] = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrierGradeNat'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'linkLocal'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.31.196.0/24', 'as112'],
  ['192.52.193.0/24', 'amt'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'as112'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'broadcast'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0:0/96', 'rfc6145'],
  ['64:ff9b::/96', 'rfc6052'],
  ['64:ff9b:1::/48', 'rfc6052'],
  ['100::/64', 'discard'],
  ['2001::/32', 'teredo'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'amt'],
  ['2001:4:112::/48', 'as112v6'],
  ['2001:5::/32', 'reserved'],
  ['2001:10::/28', 'deprecatedOrchid'],
  ['2001:20::/28', 'orchid2'],
  ['2001:30::/28', 'droneRemoteIdProtocolEntityTags'],
  ['2001:100::/24', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'as112v6'],
  ['3fff::/20', 'reserved'],
  ['5f00::/16', 'segmentRouting'],
  ['fc00::/7', 'uniqueLocal'],
  ['fe80::/10', 'linkLocal'],
  ['fec0::/10', 'deprecatedSiteLocal'],
  ['ff00::/8', 'multicast'],
];

/** Neither global unicast nor named by ipaddr.js. */
const unnamed = ['::/96', '::/3', '4000::/2', '8000::/1'];

/** Networks between public addresses. */
const bordersOnPublic = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
];

const metadata = ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::/32'];

describe('addresses that callbacks may not reach', () => {
  test.each(special)('%s, which is %s', (network, range) => {
    expect(allowed(strict, endsOf(network))).toEqual([]);
    expect(endsOf(network)[0].range()).toBe(range);
  });

  test.each([...unnamed, '2001::/23', '224.0.0.0/3'])('%s', (network) => {
    expect(allowed(strict, endsOf(network))).toEqual([]);
  });

  test.each(metadata)('%s, whatever is allowed', (network) => {
    expect(allowed(open, endsOf(network))).toEqual([]);
  });

  test.each(['::ffff:', '::', '64:ff9b::', '::ffff:0:'])(
    '%s followed by a metadata address, whatever is allowed',
    (prefix) => {
      expect(allowed(open, [`${prefix}169.254.169.254`, `${prefix}8.8.8.8`])).toEqual([`${prefix}8.8.8.8`]);
    },
  );

  test.each(['', 'example.com', '1', '0x7f.1', '127.1', '010.0.0.1', '1.2.3', '1.2.3.4.5', '8.8.8.8/32'])(
    '%j, which is not an address in plain notation',
    (address) => {
      expect(open.allows(address)).toBe(false);
    },
  );
});

test.each(bordersOnPublic)('the addresses just before and just after %s may be reached', (network) => {
  const [first, last] = endsOf(network);
  const neighbours = [neighbour(first, -1), neighbour(last, 1)];
  expect(allowed(strict, neighbours)).toEqual(neighbours);
});
