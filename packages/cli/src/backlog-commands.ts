/** `hub backlog`, `hub parked` and `hub dropped`: what waits in the hub, and what operators do about it. */
import type { Operator } from '@order-hub/operator/client';
import { replayDropped, retryParked } from '@order-hub/operator/backlog';
import { messagingServices, type MessagingService } from '@order-hub/shared/backlog-calls';
import * as management from '@order-hub/shared/management/backlog';
import { Option, type Command } from 'commander';
import { CommandError } from './command-error.ts';
import { firstLine } from './first-line.ts';
import type { Run, Terminal } from './terminal.ts';

type Deps = { run: Run; terminal: Pick<Terminal, 'stdin' | 'printError'> };

type Page = { count: string; after?: string };
type Parked = { service?: MessagingService; topic?: string };
type Dropped = {
  id?: string;
  account?: string;
  client?: string;
  connection?: string;
  reason?: string;
  since?: string;
  until?: string;
};

const serviceOption = () => new Option('--service <name>', 'only those in this service').choices(messagingServices);

const withPage = (command: Command) =>
  command
    .option('--count <number>', 'how many, at most 100', '100')
    .option('--after <cursor>', 'the `next` of the page before');

function addParkedList(parked: Command, { run }: Deps): void {
  const list = parked
    .command('list')
    .description('list the messages that consumers rejected, the newest first, without their bodies')
    .addOption(serviceOption())
    .option('--topic <name>', 'such as change');
  withPage(list).action((options: Parked & Page) =>
    run((operator) => operator.ask(management.listParkedMessages, { params: {}, input: options })),
  );
  parked
    .command('show')
    .description('show a rejected message with the ids in its body')
    .requiredOption('--id <id>', 'id of the message')
    .action(({ id }: { id: string }) =>
      run((operator) => operator.ask(management.retrieveParkedMessage, { params: { message_id: id } })),
    );
}

function addRetry(parked: Command, { run }: Deps): void {
  parked
    .command('retry')
    .description('send rejected messages again, after what made their consumer reject them is repaired')
    .option('--id <id>', 'the message with this id')
    .option('--topic <name>', 'all messages of this topic')
    .option('--all', 'all messages')
    .addOption(serviceOption())
    .action(async ({ all, ...filters }: Parked & { id?: string; all?: boolean }) => {
      const chosen = [filters.id, filters.topic, all].filter((choice) => choice !== undefined);
      if (chosen.length !== 1) throw new CommandError('Say which messages: use one of --id, --topic and --all.');
      await run((operator) => retryParked(operator, filters));
    });
}

/** Throws CommandError unless the operator says yes. */
async function assertYes(question: string, { stdin, printError }: Deps['terminal']): Promise<void> {
  printError(`${question} Type yes to go on: `);
  if ((await firstLine(stdin)).trim() !== 'yes') throw new CommandError('Nothing was done.');
}

async function deleteMessage(operator: Operator, id: string, confirm: (question: string) => Promise<void>) {
  const params = { message_id: id };
  const { service, topic, type, key, reason } = await operator.ask(management.retrieveParkedMessage, { params });
  await confirm(
    `Delete the message ${id} (${type ?? topic} of ${key}), parked in ${service}: ${reason ?? 'no reason'}? Its consumer will never act on it.`,
  );
  await operator.ask(management.deleteParkedMessage, { params });
  return { deleted: id };
}

function addDelete(parked: Command, { run, terminal }: Deps): void {
  parked
    .command('delete')
    .description('delete a rejected message: its consumer never acts on it')
    .requiredOption('--id <id>', 'id of the message')
    .option('--yes', 'do not ask first')
    .action(({ id, yes }: { id: string; yes?: boolean }) =>
      run((operator) =>
        deleteMessage(operator, id, (question) => (yes ? Promise.resolve() : assertYes(question, terminal))),
      ),
    );
}

const withDroppedFilters = (command: Command) =>
  command
    .option('--account <id>', 'of connections to this account or its locations')
    .option('--client <id>', 'of connections of this client')
    .option('--connection <id>', 'of this connection')
    .option('--reason <text>', 'whose last attempt failed with exactly this reason, such as "status 500"')
    .option('--since <time>', 'dropped at this time or later, such as 2026-07-01T18:30:00Z')
    .option('--until <time>', 'dropped before this time');

function addDropped(hub: Command, { run }: Deps): void {
  const dropped = hub.command('dropped').description('events that were given up after the last attempt');
  const list = dropped
    .command('list')
    .description('list dropped events, the newest first, without their states; each is kept for DROPPED_EVENT_DAYS');
  withPage(withDroppedFilters(list)).action((options: Dropped & Page) =>
    run((operator) => operator.ask(management.listDroppedEvents, { params: {}, input: options })),
  );
  const replay = dropped
    .command('replay')
    .description('push dropped events again, in the order in which they happened; repeating it does nothing')
    .option('--id <id>', 'the event with this id')
    .option('--all', 'all dropped events');
  withDroppedFilters(replay).action(async ({ all, ...filters }: Dropped & { all?: boolean }) => {
    if (!all && Object.keys(filters).length === 0)
      throw new CommandError('Say which events: use --id, another filter such as --client, or --all.');
    await run((operator) => replayDropped(operator, filters));
  });
}

/** Adds the commands about what waits. */
export function addBacklogCommands(hub: Command, deps: Deps): void {
  hub
    .command('backlog')
    .description('show what waits, since when, and why: messages of each service, and events')
    .option('--account <id>', 'only events of this account')
    .option('--client <id>', 'only events for this client')
    .option('--connection <id>', 'only events for this connection')
    .action((filters: Pick<Dropped, 'account' | 'client' | 'connection'>) =>
      deps.run((operator) => operator.ask(management.retrieveBacklog, { params: {}, input: filters })),
    );
  const parked = hub.command('parked').description('messages between services that a consumer rejected');
  addParkedList(parked, deps);
  addRetry(parked, deps);
  addDelete(parked, deps);
  addDropped(hub, deps);
}
