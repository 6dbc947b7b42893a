import { expect, test } from '@jest/globals';
import { similarName } from './similar-names.ts';

const known = ['HOST', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_HOUR', 'AUTH_URL'];

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['RATE_LIMITS_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
  ['PORTS', 'PORT'],
])('%s resembles %s', (name, similar) => {
  expect(similarName(name, known)).toBe(similar);
});

test.each(['PUBLIC_URL', 'HOME', 'HOSTNAME', 'PATH', 'PWD', 'AUTH_PORT', 'AUTH_SERVICE_HOST', 'RATE_LIMIT'])(
  '%s is a setting, or resembles none',
  (name) => {
    expect(similarName(name, known)).toBeUndefined();
  },
);
