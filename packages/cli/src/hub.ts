/** The operator's command line: JSON on stdout; sentences on stderr, with exit code 1. */
import { Command, CommanderError } from 'commander';
import { operatorClient, OperatorError, type Operator } from '@order-hub/operator/client';
import { ConfigError } from '@order-hub/shared/config';
import { CommandError } from './command-error.ts';
import { readConfig } from './config.ts';
import { addConnectionCommands } from './connection-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { findOperatorApi } from './operator-api.ts';
import { refusalOf } from './refusal.ts';
import { addTenantCommands } from './tenant-commands.ts';

/** Input, output and environment of a command line, so that tests can run one in their own process. */
export type Terminal = {
  stdin: AsyncIterable<string | Buffer>;
  print: (text: string) => void;
  printError: (text: string) => void;
  env?: NodeJS.ProcessEnv;
};

/** Does `work` with the operator API and prints the result as JSON. */
export type Run = (work: (operator: Operator) => Promise<unknown>) => Promise<void>;

function program({ stdin, print, printError, env }: Terminal): Command {
  const run: Run = async (work) => {
    const api = await findOperatorApi(readConfig(env));
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
  hub
    .command('status')
    .description('where the hub is, and which of its services are ready')
    .action(() => run((operator) => operator.get('/status')));
  return hub;
}

/** Runs `hub` with these arguments. Returns the exit code. */
export async function runHub(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof CommandError) && !(error instanceof ConfigError)) throw error;
    terminal.printError(`${error.message}\n`);
    return 1;
  }
}
