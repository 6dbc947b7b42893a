import { addOperator, listOperators, removeOperator } from '@order-hub/operator/operators';
import { command, group } from '../../declarations/command.ts';

const args = { user: 'email address or id of the user' };

export const operatorCommands = group(
  'operator',
  "users who may open the operators' pages",
  [
    command('add', {
      description: "let a user open the operators' pages",
      needs: 'operator',
      args,
      run: ({ operator }, { user }) => addOperator(operator, user),
      prints: 'record',
      alias: 'create',
    }),
    command('remove', {
      description: "no longer let a user open the operators' pages",
      needs: 'operator',
      args,
      run: ({ operator }, { user }) => removeOperator(operator, user),
      prints: 'record',
      alias: 'delete',
    }),
    command('list', {
      description: 'list the operators',
      needs: 'operator',
      run: ({ operator }) => listOperators(operator),
      prints: { columns: ['id', 'email', 'first_name', 'last_name', 'operator_since'] },
    }),
  ],
  {
    show: 'An operator is a user: `user show`.',
    update: 'An operator is a user: `user update`.',
  },
);
