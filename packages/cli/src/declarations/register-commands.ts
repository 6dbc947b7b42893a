/** Gives the declared commands to commander: the only place that knows it, beside the errors in `hub.ts`. */
import { Command as Commander, Option as CommanderOption } from 'commander';
import type { Command, Section } from './command.ts';
import { optionName, type Option, type Options } from './options.ts';

/** What a command got on the command line. `isJson`: `--json`. */
export type Given = { values: Record<string, unknown>; isJson: boolean; profile: string | undefined };

export type RunCommand = (command: Command, given: Given) => Promise<void>;

const collect = (value: string, values: string[] | undefined) => [...(values ?? []), value];

/** Of an option that was not given. */
const absent = { flag: false, repeatable: [], optional: undefined, required: undefined, defaulted: undefined };

function optionOf(field: string, option: Option): CommanderOption {
  const { value, description, choices } = option;
  const made = new CommanderOption(`--${optionName(field)}${value === undefined ? '' : ` <${value}>`}`, description);
  if (choices) made.choices(choices);
  if (option.kind === 'required') made.makeOptionMandatory();
  if (option.kind === 'defaulted') made.default(option.fallback);
  if (option.kind === 'repeatable') made.argParser(collect);
  return made.attributeName() === field ? made : withName(made, field);
}

/** Its value is stored by the field, not in camelCase. */
function withName(option: CommanderOption, field: string): CommanderOption {
  option.attributeName = () => field;
  return option;
}

const generalOptions = ({ needs }: Command): Options => ({
  json: { kind: 'flag', description: 'print JSON on a terminal too' },
  ...(needs === 'login' && {
    profile: { kind: 'optional', value: 'name', description: 'the login to use; without it the default one' } as const,
  }),
});

/** The arguments by their place, else by the options of their names. Reports the first that is missing. */
function argumentsOf({ args }: Command, commander: Commander, options: Record<string, unknown>) {
  return Object.fromEntries(
    Object.keys(args).map((name, index) => {
      const value: unknown = commander.processedArgs[index] ?? options[name];
      if (value === undefined) commander.error(`error: missing required argument '${optionName(name)}'`);
      return [name, value];
    }),
  );
}

function addCommand(parent: Commander, command: Command, run: RunCommand): Commander {
  const { name, description, args, options, alias } = command;
  const made = parent.command(name).description(description);
  if (alias !== undefined) made.alias(alias);
  const shown = Object.keys(args).map((arg) => `<${optionName(arg)}>`);
  made.usage([...shown, '[options]'].join(' '));
  for (const [arg, about] of Object.entries(args)) {
    // Not required by commander, since the option may take its place.
    made.argument(`[${optionName(arg)}]`, about);
    made.addOption(withName(new CommanderOption(`--${optionName(arg)} <value>`).hideHelp(), arg));
  }
  for (const [field, option] of Object.entries({ ...options, ...generalOptions(command) })) {
    made.addOption(optionOf(field, option));
  }
  made.action(async () => {
    const given: Record<string, unknown> = made.opts();
    const values = Object.fromEntries(
      Object.entries(options).map(([field, { kind }]) => [field, given[field] ?? absent[kind]]),
    );
    await run(command, {
      values: { ...values, ...argumentsOf(command, made, given) },
      isJson: given.json === true,
      profile: given.profile as string | undefined,
    });
  });
  return made;
}

/** Registers every command. */
export function registerCommands(program: Commander, sections: readonly Section[], run: RunCommand): void {
  for (const { title, entries } of sections) {
    for (const entry of entries) {
      if (!('commands' in entry)) addCommand(program, entry, run).helpGroup(`${title}:`);
      else {
        const parent = program.command(entry.name).description(entry.description).helpGroup(`${title}:`);
        for (const command of entry.commands) addCommand(parent, command, run);
      }
    }
  }
}
