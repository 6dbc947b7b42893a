import type { z } from 'zod';
import type { FieldError } from '../../values/errors.ts';
import { codeOf } from '../../values/faults/issue-codes.ts';

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What a schema reported, by path. */
export const fieldErrorsOf = (issues: readonly z.core.$ZodIssue[]): FieldError[] =>
  issues.map((issue) => ({ field: issue.path.join('.'), message: lowerFirst(issue.message), code: codeOf(issue) }));

/** The faults that a schema reported. */
export const fieldErrors = ({ issues }: z.ZodError): FieldError[] => fieldErrorsOf(issues);
