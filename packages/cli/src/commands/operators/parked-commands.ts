/** `hub parked`: messages that consumers rejected, and what operators do about them. */
import type { Operator } from '@order-hub/operator/client';
import { retryParked } from '@order-hub/operator/backlog';
import { messagingServices } from '@order-hub/shared/backlog-calls';
import { deleteParkedMessage, listParkedMessages, retrieveParkedMessage } from '@order-hub/shared/management/backlog';
import { CommandError } from '../../command-error.ts';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { flag, optional } from '../../declarations/options.ts';
import { pageOptions } from './page-options.ts';

const service = optional('name', 'only those in this service', { choices: messagingServices });

async function deleteMessage(operator: Operator, id: string, confirm: (question: string) => Promise<void>) {
  const params = { message_id: id };
  const { service, topic, type, key, reason } = await operator.ask(retrieveParkedMessage, { params });
  await confirm(
    `Delete the message ${id} (${type ?? topic} of ${key}), parked in ${service}: ${reason ?? 'no reason'}? Its consumer will never act on it.`,
  );
  await operator.ask(deleteParkedMessage, { params });
  return { deleted: id };
}

export const parkedCommands = group(
  'parked',
  'messages between services that a consumer rejected',
  [
    command('list', {
      description: 'list the messages that consumers rejected, the newest first, without their bodies',
      needs: 'operator',
      options: { service, topic: optional('name', 'such as change'), ...pageOptions },
      run: ({ operator }, { service, ...filters }) =>
        operator.ask(listParkedMessages, {
          params: {},
          input: { ...filters, service: messagingServices.find((name) => name === service) },
        }),
      prints: { columns: ['id', 'parked_at', 'service', 'topic', 'key', 'attempts', 'reason'] },
    }),
    command('show', {
      description: 'show a rejected message with the ids in its body',
      needs: 'operator',
      args: { id: 'id of the message' },
      run: ({ operator }, { id }) => operator.ask(retrieveParkedMessage, { params: { message_id: id } }),
      prints: 'record',
    }),
    command('retry', {
      description: 'send rejected messages again, after what made their consumer reject them is repaired',
      needs: 'operator',
      options: {
        id: optional('id', 'the message with this id'),
        topic: optional('name', 'all messages of this topic'),
        all: flag('all messages'),
        service,
      },
      run: ({ operator }, { all, id, topic, service }) => {
        const chosen = [id, topic, all || undefined].filter((choice) => choice !== undefined);
        if (chosen.length !== 1) throw new CommandError('Say which messages: use one of --id, --topic and --all.');
        return retryParked(operator, { id, topic, service: messagingServices.find((name) => name === service) });
      },
      prints: 'record',
    }),
    command('delete', {
      description: 'delete a rejected message: its consumer never acts on it',
      needs: 'operator',
      args: { id: 'id of the message' },
      options: { yes: yesOption },
      run: ({ operator, terminal }, { id, ...given }) =>
        deleteMessage(operator, id, (question) => assertYes(question, terminal, given)),
      prints: 'record',
    }),
  ],
  {
    create: 'A service parks a message that its consumer rejects.',
    update: 'A message says what happened: it is sent again as it is, or deleted.',
  },
);
