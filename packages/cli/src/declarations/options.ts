/** The kinds of options. A command declares them by the field that they set: `first_name` is `--first-name` on the command line. */

type Described = {
  description: string;
  /** What follows the option, such as `id`. A flag has none. */
  value?: string;
  choices?: readonly string[];
};

export type Option = Described &
  (
    | { kind: 'flag' | 'optional' | 'required' | 'repeatable' }
    /** `fallback`: its value when it is not given. */
    | { kind: 'defaulted'; fallback: string }
  );

export type Options = Readonly<Record<string, Option>>;

/** What an option gives to its command. */
export type ValueOf<One extends Option> = One extends { kind: 'flag' }
  ? boolean
  : One extends { kind: 'repeatable' }
    ? string[]
    : One extends { kind: 'optional' }
      ? string | undefined
      : string;

export type ValuesOf<Declared extends Options> = { [Name in keyof Declared]: ValueOf<Declared[Name]> };

type More = Pick<Described, 'choices'>;

export const flag = (description: string) => ({ kind: 'flag', description }) as const;

export const optional = (value: string, description: string, more: More = {}) =>
  ({ kind: 'optional', value, description, ...more }) as const;

export const required = (value: string, description: string, more: More = {}) =>
  ({ kind: 'required', value, description, ...more }) as const;

/** May be given several times. */
export const repeatable = (value: string, description: string) =>
  ({ kind: 'repeatable', value, description: `${description}; may be given several times` }) as const;

export const defaulted = (value: string, description: string, fallback: string, more: More = {}) =>
  ({ kind: 'defaulted', value, description, fallback, ...more }) as const;

/** `first_name` → `first-name`. */
export const optionName = (field: string) => field.replaceAll('_', '-');
