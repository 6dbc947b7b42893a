/** How often boards are asked for, with whose user token, and what their viewers get. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentLog } from '@order-hub/shared/log';
import { listSessionRoles } from '@order-hub/shared/auth-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Role } from '@order-hub/shared/roles';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Readable } from 'node:stream';
import type { RenewToken } from '../src/board/watching/open-board-token.ts';
import { openBoardWatch } from '../src/board/watching/watch-boards.ts';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const renewed = () => Promise.resolve('renewed');

/** Whether a stream has been closed since. */
function isClosedLater(stream: Readable): () => boolean {
  let isClosed = false;
  stream.once('close', () => (isClosed = true));
  return () => isClosed;
}

/** Collects what a viewer gets. */
function listenTo(stream: Readable) {
  const heard = { text: '' };
  stream.setEncoding('utf8').on('data', (text: string) => (heard.text += text));
  return heard;
}

const eventsIn = ({ text }: { text: string }, name: string) => text.split(`event: ${name}\n`).length - 1;

type Viewer = { location_id?: string; user?: string; tab?: string | null; isKitchen?: boolean; language?: 'en' | 'fr' };

function openWatch() {
  /** Marks by location; null while orders does not answer. */
  const marks = new Map<string, string | null>();
  const asked = { marks: 0, boards: [] as string[], tokens: [] as string[] };
  const state = { content: (location: string) => `board of ${location}`, isFailing: false };
  /** Roles by session; an owner where there is none. Auth does not answer while `isDown`. */
  const roles = { of: new Map<string, Role | null>(), isDown: false, asked: 0 };
  const listRoles = ({ visits }: { visits: { id_digest: string }[] }) => {
    roles.asked += 1;
    if (roles.isDown) throw new Error('no answer');
    return { roles: visits.map(({ id_digest }) => (roles.of.has(id_digest) ? roles.of.get(id_digest) : 'owner')) };
  };
  const ask = async (call: unknown, { body }: { body: any }) =>
    call === listSessionRoles ? listRoles(body) : listMarks(body);
  const listMarks = (body: { boards: { location_id: string }[] }) => {
    asked.marks += 1;
    const found = body.boards.map(({ location_id }) => marks.get(location_id) ?? null);
    if (found.includes(null)) throw new Error('no answer');
    return { marks: found };
  };
  const askFor = async (_call: unknown, { user_token }: OnBehalf) => {
    asked.tokens.push(user_token);
    if (state.isFailing) throw new Error('no answer');
    return { orders: [], has_more: false };
  };
  const { watch, streams } = openBoardWatch({
    ask: ask as unknown as Ask,
    askFor: askFor as AskFor,
    render(_board, { location_id, language, isKitchen }) {
      asked.boards.push(location_id);
      return `${state.content(location_id)} ${language}${isKitchen ? ' kitchen' : ''}`;
    },
    log: silentLog,
    signal: new AbortController().signal,
    perUser: 2,
  });
  const open = (user_token: string, renewToken: RenewToken = renewed, viewer: Viewer = {}) => {
    const { location_id = 'l1', user = 'user', tab = null, isKitchen = false, language = 'en' } = viewer;
    const place = { account_id: 'a1', location_id, timezone: 'UTC', isKitchen, language };
    const session = { user: { id: user }, id_digest: user, role: 'owner' as const, tab };
    return watch({ ...place, ...session, user_token, requestId: 'request', address: null }, renewToken);
  };
  const view = (...viewer: Parameters<typeof open>) => open(...viewer).resume();
  marks.set('l1', '1');
  return { open, view, marks, asked, state, roles, streams };
}

describe('what is asked', () => {
  test('one query for all boards; only a board whose mark has changed is read, and rendered once for its viewers', async () => {
    const { open, marks, asked } = openWatch();
    marks.set('l2', '1');
    const heard = [
      ...['u1', 'u2', 'u3'].map((user) => listenTo(open(user, renewed, { user }))),
      listenTo(open('u4', renewed, { user: 'u4', location_id: 'l2' })),
    ];
    await jest.advanceTimersByTimeAsync(7_100);
    expect(asked.marks).toBeLessThan(13);
    expect([...asked.boards].sort()).toEqual(['l1', 'l2']);
    marks.set('l2', '2');
    await jest.advanceTimersByTimeAsync(1_000);
    expect([...asked.boards].sort()).toEqual(['l1', 'l2', 'l2']);
    expect(asked.tokens).toHaveLength(3);
    expect(heard.map((one) => eventsIn(one, 'content'))).toEqual([1, 1, 1, 1]);
  });

  test('a change is sent within a second', async () => {
    const { open, marks, state } = openWatch();
    const heard = listenTo(open('token'));
    await jest.advanceTimersByTimeAsync(1_000);
    state.content = () => 'one more order';
    marks.set('l1', '2');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(heard.text).toContain('data: one more order en\n');
  });

  test('nothing once nobody looks any more', async () => {
    const { view, asked, streams } = openWatch();
    const stream = view('token');
    await jest.advanceTimersByTimeAsync(2_000);
    stream.destroy();
    await jest.advanceTimersByTimeAsync(1_000);
    const { marks } = asked;
    await jest.advanceTimersByTimeAsync(10_000);
    expect([asked.marks, streams()]).toEqual([marks, 0]);
    view('again');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked.marks).toBeGreaterThan(marks);
  });
});

describe('who sees what', () => {
  test('the kitchen has a board of its own, and each language its own text', async () => {
    const { open, asked } = openWatch();
    const owner = listenTo(open('owner', renewed, { user: 'owner' }));
    const french = listenTo(open('french', renewed, { user: 'french', language: 'fr' }));
    const kitchen = listenTo(open('kitchen', renewed, { user: 'kitchen', isKitchen: true }));
    await jest.advanceTimersByTimeAsync(1_000);
    expect([owner.text, french.text, kitchen.text].map((text) => /data: (board.*)/.exec(text)?.[1])).toEqual([
      'board of l1 en',
      'board of l1 fr',
      'board of l1 en kitchen',
    ]);
    expect(asked.tokens.filter((token) => token === 'kitchen')).toHaveLength(1);
  });

  test('who joins later gets at once what the others have', async () => {
    const { open, asked } = openWatch();
    listenTo(open('first', renewed, { user: 'first' }));
    await jest.advanceTimersByTimeAsync(1_000);
    const heard = listenTo(open('second', renewed, { user: 'second' }));
    await jest.advanceTimersByTimeAsync(1);
    expect(heard.text).toContain('board of l1 en');
    expect(asked.tokens).toHaveLength(1);
  });
});

describe('while something fails', () => {
  test('orders does not answer: viewers are told once, and get the board again afterwards', async () => {
    const { open, marks } = openWatch();
    const heard = listenTo(open('token'));
    await jest.advanceTimersByTimeAsync(1_000);
    marks.delete('l1');
    await jest.advanceTimersByTimeAsync(4_000);
    expect([eventsIn(heard, 'content'), eventsIn(heard, 'unavailable')]).toEqual([1, 1]);
    marks.set('l1', '1');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(eventsIn(heard, 'content')).toBe(2);
  });

  test('a board that cannot be read is tried again', async () => {
    const { open, state } = openWatch();
    state.isFailing = true;
    const heard = listenTo(open('token'));
    await jest.advanceTimersByTimeAsync(2_000);
    state.isFailing = false;
    await jest.advanceTimersByTimeAsync(1_000);
    expect([eventsIn(heard, 'unavailable'), eventsIn(heard, 'content')]).toEqual([1, 1]);
  });

  test('a board that cannot be rendered harms no other, and comes back with its next change', async () => {
    const { open, marks, state, asked } = openWatch();
    marks.set('l2', '1');
    state.content = (location) => {
      if (location === 'l1') throw new Error('cannot be rendered');
      return 'fine';
    };
    const broken = listenTo(open('one', renewed, { user: 'one' }));
    const fine = listenTo(open('two', renewed, { user: 'two', location_id: 'l2' }));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([eventsIn(broken, 'unavailable'), eventsIn(fine, 'content')]).toEqual([1, 1]);
    expect(asked.boards.filter((location) => location === 'l1')).toHaveLength(1);
    state.content = () => 'mended';
    marks.set('l1', '2');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(broken.text).toContain('mended');
  });
});

describe('user tokens', () => {
  test('that of whoever joined last is used, and renewed before it ends', async () => {
    const { view, asked, marks } = openWatch();
    const change = async (mark: string) => {
      marks.set('l1', mark);
      await jest.advanceTimersByTimeAsync(1_000);
    };
    view('of the first', renewed, { user: 'first' });
    await change('2');
    view('of the second', renewed, { user: 'second' });
    await change('3');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked.tokens).not.toContain('renewed');
    await change('4');
    expect([...new Set(asked.tokens)]).toEqual(['of the first', 'of the second', 'renewed']);
  });

  test('another viewer renews it when the session of whoever joined last is over', async () => {
    const { view, asked, marks } = openWatch();
    view('of the first', renewed, { user: 'first' });
    view('of the second', () => Promise.resolve(undefined), { user: 'second' });
    await jest.advanceTimersByTimeAsync(60_000);
    marks.set('l1', '2');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked.tokens.at(-1)).toBe('renewed');
  });

  test('the last one is used while auth does not answer', async () => {
    const { view, asked, marks } = openWatch();
    view('token', () => Promise.reject(new Error('no answer')));
    await jest.advanceTimersByTimeAsync(60_000);
    marks.set('l1', '2');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(asked.tokens).toEqual(['token', 'token']);
  });

  test('a stream that is closed unread, as after HEAD, asks nothing and takes the place of no other', async () => {
    const { open, view, asked } = openWatch();
    const closed = [view('first'), view('second')].map(isClosedLater);
    open('of the HEAD').destroy();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(asked.tokens).not.toContain('of the HEAD');
    expect(closed.map((isClosed) => isClosed())).toEqual([false, false]);
  });
});

describe('who may still look', () => {
  test('one question every four seconds for all viewers; those whose session is over or whose role changed leave', async () => {
    const { view, roles, streams } = openWatch();
    const closed = ['stays', 'gone', 'demoted'].map((user) => isClosedLater(view(user, renewed, { user })));
    await jest.advanceTimersByTimeAsync(3_000);
    const { asked } = roles;
    roles.of.set('gone', null).set('demoted', 'manager');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(closed.map((isClosed) => isClosed())).toEqual([false, true, true]);
    expect([roles.asked - asked <= 2, streams()]).toEqual([true, 1]);
  });

  test('everybody stays while auth does not answer, for five minutes at most', async () => {
    const { view, roles } = openWatch();
    roles.isDown = true;
    const isClosed = isClosedLater(view('token'));
    await jest.advanceTimersByTimeAsync(299_000);
    expect(isClosed()).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(isClosed()).toBe(true);
  });
});

describe('the streams of a user', () => {
  test('one too many ends the oldest, and tells it to pause; other users keep theirs', async () => {
    const { open, view } = openWatch();
    const oldest = open('first');
    const heard = listenTo(oldest);
    await jest.advanceTimersByTimeAsync(100);
    const others = [view('second'), view('of another', renewed, { user: 'other' })];
    const closed = others.map(isClosedLater);
    await jest.advanceTimersByTimeAsync(100);
    expect(heard.text).not.toContain('paused');
    view('third');
    await jest.advanceTimersByTimeAsync(100);
    expect(heard.text).toMatch(/event: paused\ndata: \n\n$/);
    expect([oldest.readableEnded, ...closed.map((isClosed) => isClosed())]).toEqual([true, false, false]);
  });

  test('a tab that connects again takes its own place, and no other', async () => {
    const { open, view } = openWatch();
    const lost = listenTo(open('tab', renewed, { tab: 'a' }));
    const other = isClosedLater(view('other', renewed, { tab: 'b' }));
    await jest.advanceTimersByTimeAsync(100);
    view('tab again', renewed, { tab: 'a' });
    await jest.advanceTimersByTimeAsync(100);
    expect(lost.text).not.toContain('paused');
    expect(other()).toBe(false);
  });
});
