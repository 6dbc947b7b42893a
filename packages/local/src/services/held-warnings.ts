import type { Say } from '../processes/supervise.ts';

export type HeldWarnings = {
  warn: Say;
  /** Shows what was held, and every later warning at once. */
  show(): void;
  /** Forgets what was held, and shows every later warning at once. */
  forget(): void;
};

/**
 * Holds the warnings of services while they start: those that are ready first get no answer from the others yet, which is no fault. The
 * log files have all of them.
 */
export function heldWarnings(say: Say): HeldWarnings {
  const held: string[] = [];
  let isHolding = true;
  function end(): void {
    isHolding = false;
    held.length = 0;
  }
  return {
    warn(text) {
      if (isHolding) held.push(text);
      else say(text);
    },
    show() {
      held.forEach((text) => say(text));
      end();
    },
    forget: end,
  };
}
