/** Timezones, for forms. */

const named = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

/** A timezone as people read it: `America/New York`. */
export const timezoneLabel = (name: string) => name.replaceAll('_', ' ');

/** The IANA names of all timezones, and `current`, which may be an older name of one. */
export const timezoneChoices = (current: string) =>
  (named.includes(current) ? named : [current, ...named]).map((value) => ({ value, label: timezoneLabel(value) }));
