import { describe, expect, test } from '@jest/globals';
import { type Outcome, outcomeOf, type ReasonBefore } from './attempts/attempt.ts';
import { lineLimit } from './attempts/line-limit.ts';
import { attemptsMax, retryAfterSeconds, scheduleSeconds, waitsAfterDeath } from './attempts/retry-schedule.ts';
import { failedProbeOf } from './giving-up/failed-probe.ts';
import { callbackLimitMax, type Responsiveness } from './limits/concurrency-limits.ts';
import { attemptsInFlight } from './limits/in-flight.ts';
import { callbackUpdatesOf } from './results/callback-updates.ts';

describe('the outcome of an attempt', () => {
  const acknowledged = {
    reason: 'status 204',
    duration_ms: 20,
    responsiveness: 'prompt',
    answer: { acknowledged: true, status: 204, fault: null },
  } as const;

  const refused = {
    reason: 'status 503',
    duration_ms: 20,
    responsiveness: 'failed',
    answer: { acknowledged: false, status: 503, fault: null },
  } as const;

  describe('an attempt that fails before anything is sent', () => {
    const table: [ReasonBefore, Outcome][] = [
      ['no callback URL', { action: 'retry', seconds: 0, counted: false }],
      ['event hidden', { action: 'delete' }],
      ['attempts used up', { action: 'drop', reason: 'no result of the last attempt', refused: false }],
      ['client secret undecryptable', { action: 'retry', seconds: 60, counted: false }],
      ['internal error', { action: 'retry', seconds: 30, counted: true }],
    ];

    test.each(table)('%s', (reason, expected) => {
      expect(outcomeOf({ failed: 'before', reason }, 3, 30)).toEqual(expected);
    });
  });

  describe('an attempt that fails while it is made', () => {
    test.each<[number, Outcome]>([
      [1, { action: 'retry', seconds: 30, counted: true }],
      [6, { action: 'retry', seconds: 960, counted: true }],
      [7, { action: 'drop', reason: 'status 503', refused: false }],
    ])('number %i', (attempts, expected) => {
      expect(outcomeOf({ failed: 'during', sent: refused }, attempts, 30)).toEqual(expected);
    });
  });

  test('an acknowledged event is deleted, even after the last attempt', () => {
    expect(outcomeOf({ failed: null, sent: acknowledged }, 7, 30)).toEqual({ action: 'delete' });
  });

  test.each<[number, Outcome]>([
    [399, { action: 'delete' }],
    [400, { action: 'drop', reason: 'status 400', refused: true }],
    [401, { action: 'drop', reason: 'status 401', refused: true }],
    [499, { action: 'drop', reason: 'status 499', refused: true }],
  ])('an event that is acknowledged with %i', (status, expected) => {
    const sent = { ...acknowledged, answer: { ...acknowledged.answer, status } };
    expect(outcomeOf({ failed: null, sent }, 1, 30)).toEqual(expected);
  });
});

describe('a probe stands for all events that wait', () => {
  const claimed = {
    ...{ connection_id: 'c', callback_id: 'cb', event_id: 'e', lease: 'w.l', due: 1 },
    ...{ client_id: 'client', account_id: 'a', host: null, in_flight_max: 1, quick: false },
  };

  type Sent = { status: number | null; duration_ms: number; in_flight_max?: number };

  const probeOf = ({ status, duration_ms, in_flight_max = 1 }: Sent) => {
    const acknowledged = status !== null && status < 500;
    const sent = {
      ...{ reason: 'why', duration_ms, responsiveness: acknowledged ? ('late' as const) : ('failed' as const) },
      answer: { acknowledged, status, fault: status === null ? 'why' : null },
    };
    const outcome = { action: 'retry', seconds: 60, counted: true } as const;
    return failedProbeOf({ claimed: { ...claimed, in_flight_max }, sent, outcome, logged: null }, 60);
  };

  test.each<[string, Sent]>([
    ['without an answer', { status: null, duration_ms: 20_000 }],
    ['without a connection', { status: null, duration_ms: 3 }],
    ['with a late error', { status: 503, duration_ms: 19_000 }],
  ])('if it ends %s', (_how, sent) => {
    const waits = [60, 120, 240, 480, 960, 1_920];
    expect(probeOf(sent)).toEqual({ callback_id: 'cb', seconds: sent.duration_ms / 1_000, reason: 'why', waits });
  });

  test.each<[string, Sent]>([
    ['with a prompt error, which may be about this event', { status: 500, duration_ms: 20 }],
    ['acknowledged, however late', { status: 200, duration_ms: 19_000 }],
    ['beside other attempts of its callback', { status: null, duration_ms: 20_000, in_flight_max: 2 }],
  ])('not if it ends %s', (_how, sent) => {
    expect(probeOf(sent)).toBeUndefined();
  });

  test('the time of seven attempts is an hour and some minutes', () => {
    expect(scheduleSeconds(60, 20)).toBe(63 * 60 + 14 * 20);
  });
});

describe('the schedule of retries', () => {
  test.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [4, 480],
    [5, 960],
    [6, 1_920],
    [7, null],
    [8, null],
  ])('after attempt %i comes the next in %p seconds', (attempts, seconds) => {
    expect(retryAfterSeconds(attempts, 60)).toBe(seconds);
  });

  test('there are seven attempts', () => {
    expect(attemptsMax).toBe(7);
  });

  test('the first three attempts whose worker died are made again at once, later ones by the schedule', () => {
    expect(waitsAfterDeath(60)).toEqual([0, 0, 0, 480, 960, 1_920]);
  });
});

describe('the limit of lines', () => {
  test('a key has its own lines in each window, and the next line says how many were left out', () => {
    const take = lineLimit({ perKey: 2, total: 10, windowMs: 1_000 });
    expect([1, 2, 3, 4].map((ms) => take('noisy', ms))).toEqual([0, 0, undefined, undefined]);
    expect(take('quiet', 5)).toBe(2);
    expect(take('quiet', 6)).toBe(0);
    expect(take('noisy', 1_001)).toBe(0);
  });

  test('all keys together have no more than the total', () => {
    const take = lineLimit({ perKey: 2, total: 3, windowMs: 1_000 });
    const written = Array.from({ length: 1_000 }, (_, at) => take(`key ${at}`, at % 500)).filter(
      (n) => n !== undefined,
    );
    expect(written).toHaveLength(3);
    expect(take('key 0', 1_000)).toBe(997);
  });
});

describe('attempts in flight', () => {
  const claimed = (connection_id: string, due: number, overrides = {}) => ({
    connection_id,
    due,
    callback_id: 'cb',
    event_id: 'e',
    lease: 'l',
    client_id: `client of ${connection_id}`,
    account_id: `account of ${connection_id}`,
    host: `${connection_id}.example`,
    in_flight_max: 4,
    quick: true,
    ...overrides,
  });

  test('a connection is claimed for again when it had more events due than were claimed', () => {
    const inFlight = attemptsInFlight();
    const [one, two, other] = [claimed('a', 3), claimed('a', 3), claimed('b', 1)];
    inFlight.add([one, two, other], ['a', 'b']);
    expect([inFlight.remove(one), inFlight.remove(two), inFlight.remove(other)]).toEqual([
      'connection',
      'nobody',
      'nobody',
    ]);
  });

  test('a candidate for which nothing could be claimed is claimed for again after its next result', () => {
    const inFlight = attemptsInFlight();
    const one = claimed('a', 1);
    inFlight.add([one], ['a']);
    inFlight.add([], ['a', 'idle']);
    expect(inFlight.total()).toBe(1);
    expect(inFlight.remove(one)).toBe('connection');
    expect(inFlight.total()).toBe(0);
  });

  test('slow attempts may take half of the process, and part of the limits of their client, account and host', () => {
    const inFlight = attemptsInFlight();
    const slow = Array.from({ length: 64 }, (_, index) =>
      claimed(`c${index}`, 1, { quick: false, client_id: 'one client' }),
    );
    inFlight.add(slow, []);
    expect(inFlight.free()).toBe(936);
    expect(inFlight.freeSlow()).toBe(436);
    expect(inFlight.remaining()).toMatchObject({
      'slow client': 64,
      'slow client one client': 0,
      'slow account account of c0': 63,
      'slow host c0.example': 127,
      'quick client': 256,
    });
    expect(inFlight.remove(slow[0]!)).toBe('everybody');
    expect(inFlight.remove(slow[1]!)).toBe('nobody');
    expect(inFlight.remaining()).toMatchObject({ 'slow client one client': 2 });
  });
});

describe('the updates of callbacks', () => {
  const claimed = {
    connection_id: 'c',
    callback_id: 'cb',
    event_id: 'e',
    lease: 'l',
    due: 1,
    client_id: 'client',
    account_id: 'a',
    host: null,
    in_flight_max: 4,
    quick: true,
  };

  const answerOf = (responsiveness: Responsiveness) =>
    responsiveness === 'failed'
      ? { acknowledged: false, status: 500, fault: null }
      : { acknowledged: true, status: 200, fault: null };

  const result = (responsiveness: Responsiveness | null, overrides: Partial<typeof claimed> = {}) => ({
    claimed: { ...claimed, ...overrides },
    sent: responsiveness && { responsiveness, answer: answerOf(responsiveness) },
  });

  const noRefusals = { refusals: 0, resets: true, refusal_status: null };

  const isOld = () => false;

  const isNews = () => true;

  test('results that were stored together make one update per callback, and the last one sets the pace', () => {
    const results = [result('prompt'), result('failed'), result('prompt'), result('late', { callback_id: 'other' })];
    expect(callbackUpdatesOf(results, isOld)).toEqual([
      { callback_id: 'cb', prompt: 2, failed: 1, quick: true, last: answerOf('prompt'), ...noRefusals },
      { callback_id: 'other', prompt: 0, failed: 0, quick: false, last: answerOf('late'), ...noRefusals },
    ]);
  });

  test.each([
    ['nothing was sent', result(null)],
    ['a prompt receiver with the highest limit', result('prompt', { in_flight_max: callbackLimitMax })],
    ['a slow receiver that stays slow', result('late', { quick: false })],
    ['an unavailable receiver with the lowest limit', result('failed', { quick: false, in_flight_max: 1 })],
  ])('no update: %s', (_what, ended) => {
    expect(callbackUpdatesOf([ended], isOld)).toEqual([]);
  });

  test('news is stored even when the limit stays the same, unless nothing was sent', () => {
    const prompt = result('prompt', { in_flight_max: callbackLimitMax });
    expect(callbackUpdatesOf([prompt], isNews)).toEqual([
      { callback_id: 'cb', prompt: 1, failed: 0, quick: true, last: answerOf('prompt'), ...noRefusals },
    ]);
    expect(callbackUpdatesOf([result(null)], isNews)).toEqual([]);
  });

  describe('refusals in a row', () => {
    const answered = (status: number) => ({
      claimed,
      sent: {
        responsiveness: status > 499 ? ('failed' as const) : ('prompt' as const),
        answer: { acknowledged: status <= 499, status, fault: null },
      },
    });

    test.each([
      ['are counted, with the last status', [401, 403], { refusals: 2, resets: false, refusal_status: 403 }],
      ['count from the last other answer on', [401, 401, 204, 404], { refusals: 1, resets: true, refusal_status: 404 }],
      ['are not ended by an attempt that failed', [401, 500, 401], { refusals: 2, resets: false, refusal_status: 401 }],
      ['are ended by a redirect, which acknowledges', [401, 302], { refusals: 0, resets: true, refusal_status: null }],
    ])('%s', (_what, statuses, expected) => {
      expect(callbackUpdatesOf(statuses.map(answered), isNews)).toEqual([expect.objectContaining(expected)]);
    });
  });
});
