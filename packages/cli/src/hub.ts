/** The command line: results on stdout; sentences on stderr, with exit code 1. */
import { createRequire } from 'node:module';
import addCompletion from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { ConfigError } from '@order-hub/shared/config';
import { CommandError } from './command-error.ts';
import { commandList } from './command-list.ts';
import { registerCommands } from './declarations/register-commands.ts';
import { runCommand } from './run-command.ts';
import type { Terminal } from './terminal.ts';

const { version } = createRequire(import.meta.url)('@order-hub/cli/package.json') as { version: string };

/** A group takes a command, a command what its usage says. */
const termOf = (command: Command) => `${command.name()} ${command.commands.length > 0 ? '<command>' : command.usage()}`;

function program(terminal: Terminal): Command {
  const hub = new Command('hub')
    .description("The order hub's command line, for developers and operators")
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureHelp({ subcommandTerm: termOf })
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.printError })
    .showHelpAfterError('(hub --help lists the commands, hub <command> --help their options)');
  registerCommands(hub, commandList, (command, given) => runCommand(command, terminal, given));
  addCompletion(hub);
  const completion = hub.commands.find((command) => command.name() === 'complete');
  completion?.description('print the script with which bash, zsh, fish or powershell complete commands');
  hub.helpCommand('help [command]', 'show the help of a command');
  return hub;
}

/** Runs `hub` with these arguments. Returns the exit code. */
export async function runHub(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed the fault.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandError) && !(error instanceof ConfigError)) throw error;
    terminal.printError(`${error.message}\n`);
    return 1;
  }
}
