/**
 * Forms that hold what they showed, so that two people lose nothing: only what a person has changed is sent, each from the value
 * that was shown (docs/decisions/0086-one-field-of-a-menu.md). Pure.
 */
import type { FormState } from '@order-hub/pages/declared-page';
import { parseJson } from '@order-hub/shared/json';

export type Values = Readonly<Record<string, string>>;

/** The field of a form that holds what it showed. */
export const shownField = 'shown';

export const shownText = (values: Values): string => JSON.stringify(values);

/** A value in a text that a form showed; null when somebody else has written it. */
export function jsonIn(text: string | undefined): unknown {
  try {
    return parseJson(text ?? 'null');
  } catch {
    return null;
  }
}

/** What a form showed. Empty when somebody else has written it. */
export function shownIn(text: string | undefined): Values {
  const parsed = jsonIn(text);
  if (typeof parsed !== 'object' || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'));
}

/** A form that is shown again: what the person has not changed shows what is there now. */
export function keptForm({ values, faults }: FormState): FormState {
  const shown = shownIn(values[shownField]);
  return {
    faults,
    values: Object.fromEntries(Object.entries(values).filter(([name, value]) => shown[name] !== value)),
  };
}
