/** `hub operator`: who may open the operators' pages. */
import type { Command } from 'commander';
import { addOperator, listOperators, removeOperator } from '@order-hub/operator/operators';
import type { Run } from './hub.ts';

const changes = {
  add: { description: "let a user open the operators' pages", change: addOperator },
  remove: { description: 'make an operator a user like others', change: removeOperator },
};

/** Adds the commands about operators. */
export function addOperatorCommands(hub: Command, run: Run): void {
  const operator = hub.command('operator').description('users who run the hub with its pages');
  for (const [verb, { description, change }] of Object.entries(changes)) {
    operator
      .command(verb)
      .description(description)
      .requiredOption('--user <email or id>', 'email address or id of a user')
      .action(({ user }: { user: string }) => run((api) => change(api, user)));
  }
  operator
    .command('list')
    .description('the operators')
    .action(() => run((api) => listOperators(api)));
}
