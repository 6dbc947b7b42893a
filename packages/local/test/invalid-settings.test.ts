import { execFile } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { entryOf } from '../src/services/service-process.ts';

/** Runs the gateway's own process until it ends. */
const outputWith = (env: NodeJS.ProcessEnv) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [entryOf('gateway')], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });

test('a process with invalid settings ends with one line for each fault, and no stack', async () => {
  const { code, stderr } = await outputWith({ LOG_LEVEL: 'verbose', PUBLIC_ULR: 'https://hub.test', PORT: '80x' });
  expect(code).toBe(1);
  expect(stderr).not.toContain('    at ');
  expect(stderr.split('\n')).toEqual(
    expect.arrayContaining([
      '  PORT must be a whole number from 0 to 65535, not "80x"',
      '  LOG_LEVEL must be one of error, warn, info, debug, silent, not "verbose"',
      expect.stringMatching('^  HUB_SIGNING_KEY is missing'),
      '  PUBLIC_ULR is not a setting: did you mean PUBLIC_URL?',
    ]),
  );
});
