/** `hub operator`: the users who may open the operators' pages. */
import type { Command } from 'commander';
import { addOperator, listOperators, removeOperator } from '@order-hub/operator/operators';
import type { Run } from './terminal.ts';

const updates = {
  add: { description: "let a user open the operators' pages", update: addOperator },
  remove: { description: "no longer let a user open the operators' pages", update: removeOperator },
};

/** Adds the commands about operators. */
export function addOperatorCommands(hub: Command, run: Run): void {
  const operator = hub.command('operator').description("users who may open the operators' pages");
  for (const [verb, { description, update }] of Object.entries(updates)) {
    operator
      .command(verb)
      .description(description)
      .requiredOption('--user <email or id>', 'email address or id of the user')
      .action(({ user }: { user: string }) => run((api) => update(api, user)));
  }
  operator
    .command('list')
    .description('list the operators')
    .action(() => run((api) => listOperators(api)));
}
