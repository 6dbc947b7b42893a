import { describe, expect, test } from '@jest/globals';
import { addressPolicy } from './address-policy.ts';
import { whyNotCallable } from './callback-url.ts';
import { hubListenersOf } from './hub-listeners.ts';

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
    expect(whyNotCallable(`http://${host}/`, strict)).toBe('must not lead to a private network');
  });

  test.each(metadataHosts)('not to http://%s/, whatever is allowed', (host) => {
    expect(whyNotCallable(`http://${host}/`, open)).toBe('must not lead to a private network');
  });

  test.each(['127.0.0.1', '[::1]', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])(
    'to http://%s/ where loopback is allowed',
    (host) => {
      expect(whyNotCallable(`http://${host}:8081/`, loopback)).toBeUndefined();
    },
  );

  test.each(['10.0.0.1', '[fd00::1]', '[::2]'])('not to http://%s/ where only loopback is allowed', (host) => {
    expect(whyNotCallable(`http://${host}/`, loopback)).toBe('must not lead to a private network');
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
    expect(whyNotCallable(url, addressPolicy(['0.0.0.0/0', '::/0'], hub))).toBe('must not lead to the hub itself');
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
    expect(whyNotCallable(url, strict)).toBe(why);
  });
});
