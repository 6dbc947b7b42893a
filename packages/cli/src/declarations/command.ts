/**
 * A command is a value: its name, what it takes, what it needs, what it prints, and what it does. `register-commands.ts` gives
 * them to commander, and `scripts/commands.js` writes them to docs/command-line.md.
 */
import type { Client } from '@order-hub/client';
import type { Operator } from '@order-hub/operator/client';
import type { Login } from '../login/login.ts';
import type { Config } from '../config.ts';
import type { Terminal } from '../terminal.ts';
import type { Options, ValuesOf } from './options.ts';

/**
 * What a command needs before it runs: the management API with the operator key; the API with the access token of a login; or
 * nothing.
 */
export type Needs = 'operator' | 'login' | 'nothing';

export type DepsOf<Needed extends Needs> = { terminal: Terminal; config: Config; isJson: boolean } & Found[Needed];

type Found = {
  operator: { operator: Operator };
  login: { api: Client; login: Login };
  nothing: unknown;
};

/**
 * How a result looks on a terminal; otherwise, and with `--json`, it is JSON. A table has these columns of the items of a list or
 * a page. A record has a line for each field. `lines` is for commands that print by themselves, as `isJson` says.
 */
export type Prints = 'record' | 'json' | 'lines' | { columns: readonly string[] };

/** An argument by its name: required, on the command line by its place or as an option of that name. */
export type Arguments = Readonly<Record<string, string>>;

type Declaration<Needed extends Needs, Args extends Arguments, Opts extends Options> = {
  description: string;
  needs: Needed;
  /** Names with their descriptions. */
  args?: Args;
  options?: Opts;
  /** Throws CommandError with a sentence; errors of the hub's clients become sentences by themselves. */
  run: (deps: DepsOf<Needed>, values: { [Name in keyof Args]: string } & ValuesOf<Opts>) => Promise<unknown>;
  prints: Prints;
  /** Another name, for a verb of the table in docs/command-line.md whose place it takes. */
  alias?: Verb;
};

type None = Record<never, never>;

/** A command of whatever kind, as those who register it see it. */
export type Command = {
  name: string;
  description: string;
  needs: Needs;
  args: Arguments;
  options: Options;
  prints: Prints;
  alias?: Verb;
  run: (deps: DepsOf<Needs>, values: Record<string, unknown>) => Promise<unknown>;
};

/** What operators expect to do with everything that they create. docs/command-line.md shows which command does it. */
export const verbs = ['create', 'list', 'show', 'update', 'delete'] as const;

export type Verb = (typeof verbs)[number];

/** Verbs that commands do not have on purpose: why. */
export type Without = { readonly [Missing in Verb]?: string };

/** Commands that share their first word, such as `hub client create`. */
export type Group = { name: string; description: string; commands: readonly Command[]; without: Without };

/** Commands for the same people, as the help and docs/command-line.md show them. */
export type Section = { title: string; entries: readonly (Command | Group)[] };

/** Declares a command. */
export function command<
  const Needed extends Needs,
  const Args extends Arguments = None,
  const Opts extends Options = None,
>(name: string, declaration: Declaration<Needed, Args, Opts>): Command {
  const { run } = declaration;
  return {
    args: {},
    options: {},
    ...declaration,
    name,
    run: async (deps, values) => run(deps as DepsOf<Needed>, values as Parameters<typeof run>[1]),
  };
}

/** Declares the commands with this first word. `without`: of operators' commands, the verbs that none of them is for. */
export const group = (
  name: string,
  description: string,
  commands: readonly Command[],
  without: Without = {},
): Group => ({
  name,
  description,
  commands,
  without,
});
