/** The code of what zod reports. The text for it is in issue-texts.ts. */
import type { z } from 'zod';
import { coded } from '../rules.ts';
import type { FaultCode } from './fault-codes.ts';
import { missingStart } from './issue-texts.ts';

type Issue = z.core.$ZodIssue;

const formatCodes: Record<string, FaultCode> = { email: 'not_an_email', url: 'not_a_url' };

const isCounted = (origin: string) => origin === 'array' || origin === 'set';

const smallCode = (origin: string, minimum: number | bigint): FaultCode => {
  if (origin !== 'string' && !isCounted(origin)) return 'too_small';
  return minimum === 1 ? 'empty' : 'too_short';
};

const bigCode = (origin: string): FaultCode => {
  if (isCounted(origin)) return 'too_many';
  return origin === 'string' ? 'too_long' : 'too_large';
};

type Codes = { [Code in Issue['code']]: (issue: Extract<Issue, { code: Code }>) => FaultCode };

const codes: Codes = {
  invalid_type: () => 'wrong_type',
  invalid_value: () => 'unknown_value',
  too_small: ({ origin, minimum }) => smallCode(origin, minimum),
  too_big: ({ origin }) => bigCode(origin),
  not_multiple_of: () => 'invalid',
  invalid_format: ({ format }) => formatCodes[format] ?? 'wrong_format',
  unrecognized_keys: () => 'unknown_field',
  // Only a union that a field decides says which field that is.
  invalid_union: ({ discriminator }) => (discriminator === undefined ? 'wrong_type' : 'unknown_value'),
  invalid_key: () => 'wrong_format',
  invalid_element: () => 'invalid',
  // Rules choose the code (rules.ts).
  custom: ({ params }) => (params?.['code'] as FaultCode | undefined) ?? 'invalid',
};

export const codeOf = (issue: Issue): FaultCode =>
  issue.message.startsWith(missingStart) ? 'missing' : (codes[issue.code] as (issue: Issue) => FaultCode)(issue);

/** An issue of a part, as one of the whole: `path` leads to the part. */
export const issueWithin = (path: (string | number)[], issue: Issue, input: unknown) => ({
  code: 'custom' as const,
  params: coded(codeOf(issue)),
  path: [...path, ...issue.path],
  message: issue.message,
  input,
});
