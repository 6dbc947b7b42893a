/**
 * Forms that hold what they showed, so that two people lose nothing: only what a person has changed is sent, each from the value
 * that was shown (docs/decisions/0086-one-field-of-a-menu.md). Pure.
 */
import type { FormState } from '@order-hub/pages/declared-page';

export type Values = Readonly<Record<string, string>>;

/** The field of a form that holds what it showed. */
export const shownField = 'shown';

export const shownText = (values: Values): string => JSON.stringify(values);

/** What a form showed. Empty when somebody else has written it. */
export function shownIn(text: string | undefined): Values {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

/** A form that is shown again: what the person has not changed shows what is there now. */
export function keptForm({ values, faults }: FormState): FormState {
  const shown = shownIn(values[shownField]);
  return {
    faults,
    values: Object.fromEntries(Object.entries(values).filter(([name, value]) => shown[name] !== value)),
  };
}
