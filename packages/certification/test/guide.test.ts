/** The guide describes every check as it is declared. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checks, type Check } from '../src/certify.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const guide = readFileSync(join(root, 'docs/api/certification.md'), 'utf8');

const plurals = { till: 'tills', website: 'websites', helper: 'helpers' };

const listed = new Intl.ListFormat('en-GB');

const kindsOf = ({ kinds, isAboutPushes }: Check) =>
  `${listed.format(kinds.map((kind) => plurals[kind]))}${isAboutPushes ? ', if events are pushed' : ''}`;

/** The section of a check in docs/api/certification.md. */
const sectionOf = (check: Check) => {
  const { id, title, done, expected, guide: heading } = check;
  const link = heading.replace('docs/api/', '');
  return [
    `### \`${id}\``,
    `${title}. For ${kindsOf(check)}.`,
    `- Done: ${done}\n- Expected: ${expected} See [${link.replace(/.*#/, '').replaceAll('-', ' ')}](${link}).`,
  ].join('\n\n');
};

test('the guide has a section for each check, in their order', () => {
  const [, section = ''] = guide.split(/^## Checks$/m);
  const [described = ''] = section.split(/^## /m);
  expect(described.slice(described.indexOf('### ')).trim()).toBe(checks.map(sectionOf).join('\n\n'));
});
