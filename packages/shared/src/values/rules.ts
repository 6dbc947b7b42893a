/**
 * Refinements of zod schemas. A rule runs only on a value without any other fault, so it may compute with it: zod's own
 * `.refine` also runs after a failed `.regex`, of the value itself or of one of its fields, and `new Decimal('abc')` throws.
 */
import { z } from 'zod';

const hasNoFault = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/** `abort`: no further check of the value runs after this one has failed. */
type RuleMessage = string | { error: string; abort: boolean };

/** What a value must be beyond its form: `.check(rule(isCurrency, 'must be an ISO 4217 currency code'))`. */
export const rule = <Value>(isKept: (value: NoInfer<Value>) => boolean, message: RuleMessage) => {
  const params = typeof message === 'string' ? { error: message } : message;
  return z.refine<Value>(isKept, { ...params, when: hasNoFault });
};

/** Reports a fault at a path within the value: `fault('must not be given with sku_ref', 'option_ref')`. */
export type ReportFault = (message: string, ...path: (string | number)[]) => void;

/** A rule about several fields of a value, which says which of them are at fault. */
export const crossFieldRule = <Value>(check: (value: NoInfer<Value>, fault: ReportFault) => void) =>
  z.superRefine<Value>(
    (value, { addIssue }) => check(value, (message, ...path) => addIssue({ code: 'custom', path, message })),
    {
      when: hasNoFault,
    },
  );

/**
 * A rule about some fields of an object, which runs as soon as those are without faults, whatever is wrong with others: a form tells all its
 * faults at once.
 */
export const fieldsRule = <Value, const Field extends keyof Value & string>(
  fields: readonly Field[],
  check: (value: Pick<Value, Field>, fault: ReportFault) => void,
) =>
  z.superRefine<Value>(
    (value, { addIssue }) => check(value, (message, ...path) => addIssue({ code: 'custom', path, message })),
    {
      when: ({ issues }) =>
        !issues.some(({ path = [] }) => path.length === 0 || fields.some((name) => name === path[0])),
    },
  );
