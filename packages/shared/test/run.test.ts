/** A process as `run` runs it, from the build. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';

const built = (path: string) => JSON.stringify(new URL(`../dist/src/${path}`, import.meta.url).href);

/** Answers `/slow` when it stops, of which `/waiting` counts the requests. `/throw` and `/reject` cause errors that nothing catches. */
const program = `
  const { run } = await import(${built('process/run.js')});
  const { lifetime } = await import(${built('process/lifetime.js')});
  const { listen, portOf, stopListening } = await import(${built('http/http-server.js')});
  const start = async () => {
    const life = lifetime();
    let waiting = 0;
    const paths = {
      '/slow': (res) => {
        waiting += 1;
        life.signal.addEventListener('abort', () => res.end('slow'));
      },
      '/waiting': (res) => res.end(String(waiting)),
      '/never': () => (waiting += 1),
      '/throw': () => setImmediate(() => { throw Object.assign(new Error('a bug'), { password: 'hunter2' }); }),
      '/reject': () => void Promise.reject(new Error('a bug')),
    };
    const server = await listen((req, res) => paths[req.url](res), { host: '127.0.0.1', port: 0 });
    life.opened(server, stopListening);
    return { port: portOf(server), drain: life.drain, close: life.close };
  };
  await run({ name: 'things', settings: {}, readConfig: () => ({ LOG_LEVEL: 'info' }), start });
`;

/** `hasRunner`: as the local runner starts it. */
async function start({ hasRunner = false } = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit', ...(hasRunner ? (['ipc'] as const) : [])],
  });
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const lines = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, any>);
  const { port } = await eventually(() => lines().find(({ msg }) => msg === 'ready') as { port: number } | undefined);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  /** Sends a request, and waits until it has arrived. */
  const begin = async (path: string) => {
    const answer = get(path).catch(() => 'cut');
    await eventually(async () => (await get('/waiting')) === '1');
    return { answer };
  };
  return { child, lines, get, begin, exited };
}

test.each(['/throw', '/reject'])(
  'an error that nothing catches (%s) is logged, running requests are answered, and the process ends with 1',
  async (path) => {
    const { lines, get, begin, exited } = await start();
    const { answer } = await begin('/slow');
    get(path).catch(() => undefined);
    expect(await answer).toBe('slow');
    expect(await exited).toEqual([1, null]);
    const errors = lines().filter(({ level }) => level === 'error');
    expect(errors).toMatchObject([{ msg: 'unexpected error: the process ends', err: { message: 'a bug' } }]);
    expect(errors[0]?.['err'].stack).toContain('Error: a bug');
    expect(JSON.stringify(errors)).not.toContain('hunter2');
  },
  30_000,
);

test('a process whose requests hang after such an error ends too', async () => {
  const { get, begin, exited } = await start();
  const { answer } = await begin('/never');
  get('/throw').catch(() => undefined);
  expect(await exited).toEqual([1, null]);
  expect(await answer).toBe('cut');
});

test('a signal ends the process with 0 when running requests are answered', async () => {
  const { child, begin, exited } = await start();
  const { answer } = await begin('/slow');
  child.kill('SIGTERM');
  expect(await answer).toBe('slow');
  expect(await exited).toEqual([0, null]);
});

test('Ctrl-C leaves a process to its runner, at whose end it stops', async () => {
  const { child, get, begin, exited } = await start({ hasRunner: true });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) child.kill(signal);
  const { answer } = await begin('/slow');
  expect(await get('/waiting')).toBe('1');
  child.disconnect();
  expect(await answer).toBe('slow');
  expect(await exited).toEqual([0, null]);
});

test('Ctrl-C ends a process that has no runner', async () => {
  const { child, exited } = await start();
  child.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
});
