/** `hub keys`: which keys are in use, and re-encrypting with a new one (docs/upgrade.md#keys). */
import type { Operator } from '@order-hub/operator/client';
import { reencryptSecrets, retrieveKeys } from '@order-hub/shared/management/keys';
import { command, group } from '../../declarations/command.ts';

/** Takes step after step. Ended early, it may be started again. */
async function reencryptAll({ ask }: Operator) {
  const done = { reencrypted: 0, unreadable: 0 };
  let after: string | undefined = undefined;
  do {
    const input: { after?: string } = after === undefined ? {} : { after };
    const step = await ask(reencryptSecrets, { params: {}, input });
    done.reencrypted += step.reencrypted;
    done.unreadable += step.unreadable;
    after = step.next ?? undefined;
  } while (after !== undefined);
  return done;
}

export const keyCommands = group(
  'keys',
  'the keys of the services and of stored secrets',
  [
    command('status', {
      description: 'show which keys each service signs and verifies with, and how many secrets each key has encrypted',
      needs: 'operator',
      run: ({ operator }) => operator.ask(retrieveKeys, { params: {} }),
      prints: 'record',
    }),
    command('reencrypt', {
      description: 'encrypt stored secrets with the first key of HUB_ENCRYPTION_KEYS',
      needs: 'operator',
      run: ({ operator }) => reencryptAll(operator),
      prints: 'record',
    }),
  ],
  {
    create: 'Keys are settings of the services.',
    list: '`keys status` lists all.',
    show: '`keys status` shows all.',
    update: 'Keys are settings of the services.',
    delete: 'Keys are settings of the services.',
  },
);
