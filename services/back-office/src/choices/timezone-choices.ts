/** Timezones, for forms. */
import { timezoneNames } from '@order-hub/shared/timezone-names';

/** A timezone as people read it: `America/New York`. */
export const timezoneLabel = (name: string) => name.replaceAll('_', ' ');

/** Today's names of all timezones, and `current`, which may be an older name of one. */
export const timezoneChoices = (current: string) =>
  (timezoneNames.includes(current) ? timezoneNames : [current, ...timezoneNames]).map((value) => ({
    value,
    label: timezoneLabel(value),
  }));
