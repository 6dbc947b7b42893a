/** Runs a declared command: finds what it needs, turns errors of the hub into sentences, and prints the result. */
import { HubError } from '@order-hub/client';
import { operatorClient, OperatorError } from '@order-hub/operator/client';
import { CommandError } from './command-error.ts';
import { readConfig, type Config } from './config.ts';
import type { Command } from './declarations/command.ts';
import type { Given } from './declarations/register-commands.ts';
import { findLogin } from './login/find-login.ts';
import { apiOf } from './login/login.ts';
import { refusalOf as hubRefusalOf } from './login/refusal.ts';
import { findManagementApi } from './operator/find-management-api.ts';
import { refusalOf as operatorRefusalOf } from './operator/refusal.ts';
import { resultText } from './printing/result-text.ts';
import type { Terminal } from './terminal.ts';

type Found = { found: object; refusalOf: (error: unknown) => string | undefined };

async function findNeeds({ needs }: Command, config: Config, profile: string | undefined): Promise<Found> {
  if (needs === 'operator') {
    const api = await findManagementApi(config);
    const refusalOf = (error: unknown) => (error instanceof OperatorError ? operatorRefusalOf(error, api) : undefined);
    return { found: { operator: operatorClient(api) }, refusalOf };
  }
  if (needs === 'login') {
    const login = await findLogin(config, profile);
    const refusalOf = (error: unknown) => (error instanceof HubError ? hubRefusalOf(error, login) : undefined);
    return { found: { api: apiOf(login), login }, refusalOf };
  }
  return { found: {}, refusalOf: () => undefined };
}

/** Throws CommandError, or ConfigError for settings that are not valid. */
export async function runCommand(command: Command, terminal: Terminal, given: Given): Promise<void> {
  const config = readConfig(terminal.env);
  const { found, refusalOf } = await findNeeds(command, config, given.profile);
  const isJson = given.isJson || !terminal.isTerminal;
  const deps = { terminal, config, isJson, ...found };
  const result = await command.run(deps, given.values).catch((error: unknown) => {
    const refusal = refusalOf(error);
    throw refusal === undefined ? error : new CommandError(refusal);
  });
  if (command.prints === 'lines') return;
  terminal.print(resultText(result, isJson ? 'json' : command.prints));
}
