import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ConfigError, keyRing, limit, loadConfig, processSettings } from './config.ts';

const key = 'k'.repeat(32);

test('settings are parsed, defaults filled in, and frozen', () => {
  const config = loadConfig(
    { ...processSettings, LIMIT: limit(500) },
    { HUB_INTERNAL_KEYS: `${key}, ${key}2`, LIMIT: '' },
  );
  expect(config).toMatchObject({ PORT: 8080, LIMIT: 500, HUB_INTERNAL_KEYS: [key, `${key}2`] });
  expect(Object.isFrozen(config)).toBe(true);
});

test('every fault is reported at once', () => {
  const load = () => loadConfig(processSettings, { PORT: 'x', AMQP_URL: 'http://x', HUB_INTERNAL_KEYS: 'short' });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(/PORT[^]*HUB_INTERNAL_KEYS|HUB_INTERNAL_KEYS[^]*PORT/);
  expect(load).toThrow(/AMQP_URL/);
});

test('a secret may come from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'keys');
  writeFileSync(file, `${key}\n`);
  expect(loadConfig({ KEYS: keyRing }, { KEYS_FILE: file })).toEqual({ KEYS: [key] });
  expect(() => loadConfig({ KEYS: keyRing }, { KEYS_FILE: `${file}-missing` })).toThrow(ConfigError);
});
