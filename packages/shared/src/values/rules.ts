/**
 * Refinements of zod schemas. A rule runs only on a value without any other fault, so it may compute with it: zod's own
 * `.refine` also runs after a failed `.regex`, of the value itself or of one of its fields, and `new Decimal('abc')` throws.
 */
import { z } from 'zod';
import type { FaultCode } from './faults/fault-codes.ts';

const hasNoFault = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/** The params of a zod issue that has a code of its own (faults/issue-codes.ts). */
export const coded = (code: FaultCode) => ({ code });

/**
 * What a value must be beyond its form: `.check(rule(isCurrency, 'unknown_value', 'must be an ISO 4217 currency code'))`. `abort`: no further
 * check of the value runs after this one has failed.
 */
export const rule = <Value>(
  isKept: (value: NoInfer<Value>) => boolean,
  code: FaultCode,
  message: string | ((value: Value) => string),
  { abort = false } = {},
) => {
  const error = typeof message === 'string' ? message : ({ input }: z.core.$ZodRawIssue) => message(input as Value);
  return z.refine<Value>(isKept, { error, params: coded(code), abort, when: hasNoFault });
};

/** A value of a type of our own, which a function recognises. */
export const valueThat = <Value>(isValue: (value: unknown) => boolean, code: FaultCode, message: string) =>
  z.custom<Value>(isValue, { error: message, params: coded(code) });

/** Reports a fault at a path within the value: `fault('inconsistent', 'must not be given with sku_ref', 'option_ref')`. */
export type ReportFault = (code: FaultCode, message: string, ...path: (string | number)[]) => void;

/** Runs a check that reports faults, and passes them to zod. */
const reporting =
  <Value>(check: (value: Value, fault: ReportFault) => void) =>
  (value: Value, { addIssue }: z.core.$RefinementCtx<Value>) =>
    check(value, (code, message, ...path) => addIssue({ code: 'custom', params: coded(code), path, message }));

/** A rule about several fields of a value, which says which of them are at fault. */
export const crossFieldRule = <Value>(check: (value: NoInfer<Value>, fault: ReportFault) => void) =>
  z.superRefine<Value>(reporting(check), { when: hasNoFault });

/**
 * A rule about some fields of an object, which runs as soon as those are without faults, whatever is wrong with others: a form tells all its
 * faults at once.
 */
export const fieldsRule = <Value, const Field extends keyof Value & string>(
  fields: readonly Field[],
  check: (value: Pick<Value, Field>, fault: ReportFault) => void,
) =>
  z.superRefine<Value>(reporting(check), {
    when: ({ issues }) => !issues.some(({ path = [] }) => path.length === 0 || fields.some((name) => name === path[0])),
  });
