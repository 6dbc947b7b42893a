import type { z } from 'zod';
import type { FieldError } from '../../values/errors.ts';
import '../../values/texts/issue-texts.ts';

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What a schema reported, by path. */
export const fieldErrorsOf = (issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues.map(({ path, message }) => ({ field: path.join('.'), message: lowerFirst(message) }));

/** The faults that a schema reported. */
export const fieldErrors = ({ issues }: z.ZodError): FieldError[] => fieldErrorsOf(issues);
