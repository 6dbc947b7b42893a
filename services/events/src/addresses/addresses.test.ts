import { describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { callbackSave } from '../callbacks/callback.schema.ts';
import { addressPolicy, type AddressPolicy } from './address-policy.ts';
import { whyNotCallable } from './callback-url.ts';
import { hubListenersOf } from './hub-listeners.ts';

describe('the policy of addresses', () => {
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
});

describe('the URL of a callback', () => {
  const strict = addressPolicy([]);

  const open = addressPolicy(['0.0.0.0/0', '::/0']);

  const loopback = addressPolicy(['127.0.0.0/8', '::1/128']);

  const privateHosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '１２７.0.0.1',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'printer.local.',
    'db.internal',
    'db.internal.',
    'postgres',
    'postgres.',
    'a.localhost.',
    'router.lan',
  ];

  const metadataHosts = [
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    'metadata.google.internal',
    'metadata',
    'metadata.',
    'metadata.google.internal.',
    '169.254.169.254.',
  ];

  describe('where callbacks may go', () => {
    test.each([...privateHosts, ...metadataHosts])('not to http://%s/', (host) => {
      expect(whyNotCallable(`http://${host}/`, strict)?.message).toBe('must not lead to a private network');
    });

    test.each(metadataHosts)('not to http://%s/, whatever is allowed', (host) => {
      expect(whyNotCallable(`http://${host}/`, open)?.message).toBe('must not lead to a private network');
    });

    test.each(['127.0.0.1', '[::1]', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])(
      'to http://%s/ where loopback is allowed',
      (host) => {
        expect(whyNotCallable(`http://${host}:8081/`, loopback)).toBeUndefined();
      },
    );

    test.each(['10.0.0.1', '[fd00::1]', '[::2]'])('not to http://%s/ where only loopback is allowed', (host) => {
      expect(whyNotCallable(`http://${host}/`, loopback)?.message).toBe('must not lead to a private network');
    });

    test.each([
      'http://127.0.0.1:8080/',
      'http://localhost:8080/',
      'http://localhost.:8080/',
      'http://a.localhost:8080/',
      'http://0.0.0.0:8080/',
      'http://[::1]:8080/',
      'http://[::ffff:127.0.0.1]:8080/',
      'http://192.168.1.5:8080/',
      'http://auth:8080/',
      'http://AUTH.:8080/',
      'https://hub.example.com/v1/',
      'https://hub.example.com.:443/v1/',
      'http://127.0.0.1:5433/',
      'http://[fd00::7]:9090/',
    ])('not to %s, which is the hub itself', (url) => {
      const urls = [
        'http://auth:8080',
        'https://hub.example.com',
        'postgres://hub:secret@127.0.0.1:5433/hub',
        '[fd00::7]:9090',
      ];
      const hub = { listeners: hubListenersOf(urls), machine: ['192.168.1.5'] };
      expect(whyNotCallable(url, addressPolicy(['0.0.0.0/0', '::/0'], hub))?.message).toBe(
        'must not lead to the hub itself',
      );
      const elsewhere = url.replace(/:\d{4}\/|com\.?(:443)?\//, (end) => (end.startsWith('com') ? 'org/' : ':8999/'));
      expect(whyNotCallable(elsewhere, addressPolicy(['0.0.0.0/0', '::/0'], hub))).toBeUndefined();
    });

    test.each([
      'https://example.com/',
      'http://example.com:8080/a?b=c',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]/',
      'https://bücher.example/',
    ])('to %s', (url) => {
      expect(whyNotCallable(url, strict)).toBeUndefined();
    });

    test.each([
      ['', 'must be an http or https URL'],
      ['example.com', 'must be an http or https URL'],
      ['ftp://example.com/', 'must be an http or https URL'],
      ['javascript:alert(1)', 'must be an http or https URL'],
      ['file:///etc/passwd', 'must be an http or https URL'],
      ['http://', 'must be an http or https URL'],
      ['https://exa mple.com/', 'must be an http or https URL'],
      ['https://example.com/\n', 'must be an http or https URL'],
      [' https://example.com/', 'must be an http or https URL'],
      ['https://user@example.com/', 'must not hold a user name or password'],
      ['https://:secret@example.com/', 'must not hold a user name or password'],
      ['https://@example.com/', 'must not hold a user name or password'],
      ['https://example.com/#part', 'must not have a fragment (#)'],
      ['https://example.com/#', 'must not have a fragment (#)'],
      ['http://example.com:6379/', 'must not use the port 6379'],
      [`https://example.com/${'a'.repeat(2_048)}`, 'must have at most 2048 characters'],
    ])('%j: %s', (url, why) => {
      expect(whyNotCallable(url, strict)?.message).toBe(why);
    });
  });
});

describe('the body of a callback', () => {
  const wrong: unknown[] = [
    undefined,
    null,
    '',
    'x',
    0,
    true,
    [],
    {},
    [[]],
    [{}],
    [null],
    [1],
    ['\u0000'],
    [''.padEnd(200)],
  ];

  describe('events that are not a map of lists', () => {
    // Clients in PHP write an empty map as an empty list.
    test.each(wrong.filter((value) => !['{}', '[]'].includes(JSON.stringify(value))))('%j is refused', (events) => {
      expect(callbackSave.safeParse({ events }).success).toBe(false);
    });
  });

  describe('event types that are not a list of known ones', () => {
    // Null and an empty list subscribe to nothing.
    const refused = wrong.filter((value) => value !== null && JSON.stringify(value) !== '[]');

    test.each(refused)('%j is refused, for a known and an unknown resource type', (types) => {
      for (const resource_type of ['order', 'spaceship', '__proto__', 'constructor', ''.padEnd(200)]) {
        const events = Object.fromEntries([[resource_type, types]]);
        expect(callbackSave.safeParse({ events }).success).toBe(false);
      }
    });
  });
});
