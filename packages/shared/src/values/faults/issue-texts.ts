/** What zod reports, in words for the client: the end of a sentence that begins with the name of the field. */
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What a value of this type is called. */
const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  array: 'an array',
  null: 'null',
  undefined: 'absent',
};

const formatNames: Record<string, string> = { email: 'an email address', url: 'a URL', uuid: 'a UUID' };

const quoted = (value: unknown) => `\`${String(value)}\``;

/** How the text about an absent value begins. */
export const missingStart = 'is missing; ';

const absence = ({ input }: Issue) => (input === undefined ? missingStart : '');

const valuesText = (values: readonly unknown[]) =>
  values.length === 1 ? `must be ${quoted(values[0])}` : `must be one of ${values.map(quoted).join(', ')}`;

const units: Record<string, string> = { string: ' characters', array: ' elements', set: ' elements', file: ' bytes' };

function boundText(
  origin: string,
  bound: number | bigint,
  [more, exactly]: readonly [string, string],
  isInclusive = true,
) {
  const unit = units[origin];
  const shown = bound.toLocaleString('en');
  if (unit !== undefined) return `must have ${more} ${shown}${bound === 1 ? unit.replace(/s$/, '') : unit}`;
  return isInclusive ? `must be ${more} ${shown}` : `must be ${exactly} ${shown}`;
}

type Texts = { [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>) => string | undefined };

const texts: Texts = {
  invalid_type: (issue) => `${absence(issue)}must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`,
  invalid_value: (issue) => `${absence(issue)}${valuesText(issue.values)}`,
  too_small: ({ origin, minimum, inclusive }) =>
    origin === 'string' && minimum === 1
      ? 'must not be empty'
      : boundText(origin, minimum, ['at least', 'greater than'], inclusive),
  too_big: ({ origin, maximum, inclusive }) => boundText(origin, maximum, ['at most', 'less than'], inclusive),
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  invalid_format: ({ format }) => formatNames[format] && `must be ${formatNames[format]}`,
  unrecognized_keys: ({ keys }) => `has unknown fields: ${keys.map(quoted).join(', ')}`,
  invalid_union: (issue) => `${absence(issue)}must have one of the forms that the reference shows`,
};

/** The text for an issue that has none of its own; undefined leaves it to zod. */
const textOf = (issue: Issue) => (texts[issue.code] as ((issue: Issue) => string | undefined) | undefined)?.(issue);

z.config({ customError: textOf });
