/** The operator's command line: JSON on stdout; sentences on stderr, with exit code 1. */
import { Command, CommanderError } from 'commander';
import { operatorClient, OperatorError } from '@order-hub/operator/client';
import { ConfigError } from '@order-hub/shared/config';
import { listUsage, retrieveStatus } from '@order-hub/shared/management/operators';
import { addBacklogCommands } from './backlog-commands.ts';
import { CommandError } from './command-error.ts';
import { readConfig } from './config.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addKeyCommands } from './key-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { findManagementApi } from './management-api.ts';
import { refusalOf } from './refusal.ts';
import { addTenantCommands } from './tenant-commands.ts';
import type { Run, Terminal } from './terminal.ts';

/** The commands about the hub as a whole. */
function addHubCommands(hub: Command, run: Run): void {
  hub
    .command('status')
    .description('show the addresses of the hub, and which of its services are ready')
    .action(() => run((operator) => operator.ask(retrieveStatus, { params: {} })));
  hub
    .command('usage')
    .description('show who used how much of the hub in the last minute and hour; those who cost most come first')
    .option('--count <number>', 'how many accounts, users and addresses, at most 100', '20')
    .action(({ count }: { count: string }) =>
      run(async (operator) => (await operator.ask(listUsage, { params: {}, input: { count } })).items),
    );
}

function program(terminal: Terminal): Command {
  const { stdin, print, printError, env } = terminal;
  const run: Run = async (work) => {
    const api = await findManagementApi(readConfig(env));
    const result = await work(operatorClient(api)).catch((error: unknown) => {
      throw error instanceof OperatorError ? new CommandError(refusalOf(error, api)) : error;
    });
    print(`${JSON.stringify(result, null, 2)}\n`);
  };
  const hub = new Command('hub')
    .description("The order hub's command line for operators")
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: printError })
    .showHelpAfterError('(hub --help lists the commands, hub <command> --help their options)');
  addTenantCommands(hub, { run, stdin });
  addConnectionCommands(hub, run);
  addOperatorCommands(hub, run);
  addKeyCommands(hub, run);
  addHubCommands(hub, run);
  addBacklogCommands(hub, { run, terminal });
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
