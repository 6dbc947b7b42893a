/** The faults of a sent value: a field that is missing says so, and names the unknown field that probably stood for it. */
import type { z } from 'zod';
import { similarName } from '../../process/settings/similar-names.ts';
import type { FieldError } from '../../values/errors.ts';
import { missingStart } from '../../values/faults/issue-texts.ts';
import { knownNamesAt } from './known-fields.ts';
import { fieldErrorsOf } from '../response/field-errors.ts';

type Path = readonly PropertyKey[];

/** More unknown fields are not compared. */
const unknownMax = 20;
const nameCharsMax = 80;

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (isObject(within) ? within[key] : undefined), value);

/** `product_name` and `productName` have two. */
const wordsOf = (name: string) => name.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase());

const sharedWords = (one: string, other: string) => {
  const words = new Set(wordsOf(one));
  return wordsOf(other).filter((word) => words.has(word)).length;
};

/** The unknown name that resembles a missing one most; the only one if there is no other choice. */
function standsFor(missing: string, unknown: readonly string[], isOnly: boolean): string | undefined {
  const [best] = unknown
    .map((name) => ({ name, shared: sharedWords(missing, name) }))
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => other.shared - one.shared);
  const similar = unknown.find((name) => similarName(name, [missing]) !== undefined);
  return similar ?? best?.name ?? (isOnly && unknown.length === 1 ? unknown[0] : undefined);
}

function unknownNamesAt(schema: z.ZodType, value: unknown, path: Path): string[] {
  const known = knownNamesAt(schema, path);
  const parent = valueAt(value, path);
  if (!known || !isObject(parent) || Array.isArray(parent)) return [];
  return Object.keys(parent)
    .filter((name) => !known.has(name) && name.length <= nameCharsMax)
    .slice(0, unknownMax);
}

/** `place`: the path of the value within the body. */
export function sentFaults(schema: z.ZodType, value: unknown, { issues }: z.ZodError, place: Path = []): FieldError[] {
  const isMissing = ({ path }: z.core.$ZodIssue) =>
    path.length > 0 && isObject(valueAt(value, path.slice(0, -1))) && valueAt(value, path) === undefined;
  const parents = issues.filter(isMissing).map(({ path }) => path.slice(0, -1).join('.'));

  /** The fault of an issue; that of a missing field says so. */
  function faultOf(issue: z.core.$ZodIssue, fault: FieldError): FieldError {
    const required = fault.message.startsWith(missingStart) ? fault.message.slice(missingStart.length) : fault.message;
    if (!isMissing(issue) || !required.startsWith('must ')) return fault;
    const parent = issue.path.slice(0, -1);
    const isOnly = parents.filter((path) => path === parent.join('.')).length === 1;
    const unknown = standsFor(String(issue.path.at(-1)), unknownNamesAt(schema, value, parent), isOnly);
    const message = `${missingStart}${unknown === undefined ? '' : `\`${unknown}\` is not a field; `}${required}`;
    return { field: fault.field, message, code: 'missing' };
  }

  const faults = fieldErrorsOf(issues.map((issue) => ({ ...issue, path: [...place, ...issue.path] })));
  return faults.map((fault, index) => {
    const issue = issues[index];
    return issue ? faultOf(issue, fault) : fault;
  });
}
