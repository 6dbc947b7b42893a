import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { parseEvent, type HubEvent } from '../src/events.ts';
import { verifySignature, verifyWebhook } from '../src/signature.ts';

const secret = 'a client secret';
const raw = JSON.stringify({
  id: '0k3v9x2m7q1c',
  resource_type: 'order',
  event_type: 'create',
  new_state: { ref: 'é' },
});
const bytes = new TextEncoder().encode(raw);

describe('X-Service-Hmac-SHA256', () => {
  const header = createHmac('sha256', secret).update(raw).digest('hex');

  test('of the raw body is right, as text and as bytes', async () => {
    expect(await verifySignature(raw, header, secret)).toBe(true);
    expect(await verifySignature(bytes, header, secret)).toBe(true);
  });

  test.each([
    ['another body', `${raw} `, header, secret],
    ['another secret', raw, header, 'another secret'],
    ['another signature', raw, `00${header.slice(2)}`, secret],
    ['none', raw, undefined, secret],
    ['half of it', raw, header.slice(0, 32), secret],
    ['not hexadecimal', raw, 'z'.repeat(64), secret],
    ['an empty one', raw, '', secret],
  ])('%s is wrong', async (_, body, given, key) => expect(await verifySignature(body, given, key)).toBe(false));
});

describe('the headers of Standard Webhooks', () => {
  const seconds = 1_700_000_000;
  const nowMs = seconds * 1_000;
  const signatureOf = (id: string, timestamp: number, key = secret) =>
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${raw}`).digest('base64')}`;
  const headersOf = (signature: string, timestamp = seconds) => ({
    'webhook-id': 'event',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });
  const good = signatureOf('event', seconds);

  test('are right in every form of headers', async () => {
    expect(await verifyWebhook(raw, headersOf(good), secret, { nowMs })).toBe(true);
    expect(await verifyWebhook(bytes, new Headers(headersOf(good)), secret, { nowMs })).toBe(true);
  });

  test('may carry several signatures while a secret is rotated', async () => {
    const both = `${signatureOf('event', seconds, 'new')} ${good}`;
    expect(await verifyWebhook(raw, headersOf(both), secret, { nowMs })).toBe(true);
    expect(await verifyWebhook(raw, headersOf(both), 'new', { nowMs })).toBe(true);
    expect(await verifyWebhook(raw, headersOf(both), 'older', { nowMs })).toBe(false);
  });

  test.each([
    ['300 seconds old', 300, true],
    ['301 seconds old', 301, false],
    ['301 seconds ahead', -301, false],
  ])('a push that is %s', async (_, age, isAccepted) => {
    const now = { nowMs: nowMs + age * 1_000 };
    expect(await verifyWebhook(raw, headersOf(good), secret, now)).toBe(isAccepted);
  });

  test.each([
    ['another id', { ...headersOf(good), 'webhook-id': 'other' }],
    ['a later timestamp', headersOf(good, seconds + 1)],
    ['no timestamp', { ...headersOf(good), 'webhook-timestamp': undefined }],
    ['a timestamp that is no number', { ...headersOf(good), 'webhook-timestamp': 'now' }],
    ['another version', headersOf(good.replace('v1,', 'v2,'))],
    ['no signature', { ...headersOf(good), 'webhook-signature': undefined }],
    ['broken base64', headersOf('v1,%%%')],
  ])('%s is wrong', async (_, headers) => expect(await verifyWebhook(raw, headers, secret, { nowMs })).toBe(false));
});

describe('an event', () => {
  test('is parsed from text and bytes', () => {
    expect(parseEvent(bytes)).toEqual(JSON.parse(raw));
    expect(parseEvent(raw)).toEqual(JSON.parse(raw));
  });

  test.each(['', 'null', '[]', '{}', '{"id":1}', '{"id":"1","resource_type":"order"}'])('%j is none', (text) => {
    expect(() => parseEvent(text)).toThrow(SyntaxError);
  });

  test('has the states of its types', () => {
    const totalOf = (event: HubEvent): string | undefined => {
      if (event.resource_type === 'order' && event.event_type === 'create') return event.new_state.total;
      if (event.resource_type === 'order') return event.previous_state.total;
      // @ts-expect-error -- an inventory has no states.
      if (event.resource_type === 'inventory') return event.new_state;
      // @ts-expect-error -- there is no such type of event.
      return event.resource_type === 'basket' ? '' : undefined;
    };
    const event = { ...JSON.parse(raw), new_state: { total: '1.00 EUR' } } as HubEvent;
    expect(totalOf(event)).toBe('1.00 EUR');
  });
});
