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

/** `is missing; ` for an absent value. */
const absence = ({ input }: Issue) => (input === undefined ? 'is missing; ' : '');

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

/** The text for an issue that has none of its own; undefined leaves it to zod. */
export function issueText(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `${absence(issue)}must be ${typeNames[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value':
      return `${absence(issue)}${valuesText(issue.values)}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : boundText(issue.origin, issue.minimum, ['at least', 'greater than'], issue.inclusive);
    case 'too_big':
      return boundText(issue.origin, issue.maximum, ['at most', 'less than'], issue.inclusive);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formatNames[issue.format] && `must be ${formatNames[issue.format]}`;
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map(quoted).join(', ')}`;
    case 'invalid_union':
      return `${absence(issue)}must have one of the forms that the reference shows`;
    default:
      return undefined;
  }
}

z.config({ customError: issueText });
