/** `hub connection`: access of a client to a location or an account. */
import {
  blockConnection,
  createConnection,
  disconnectConnection,
  listConnections,
  unblockConnection,
} from '@order-hub/shared/management/connections';
import type { Command } from 'commander';
import type { Run } from './terminal.ts';

type CreateOptions = {
  client: string;
  location?: string;
  account?: string;
  scope: string;
  catalog?: string;
  customerList?: string;
  name?: string;
};
type ListOptions = { client?: string; location?: string; account?: string };

function addCreate(connection: Command, run: Run): void {
  connection
    .command('create')
    .description('authorise a client; the same client, location or account, and name always give the same token')
    .requiredOption('--client <id>', 'id of the client')
    .option('--location <id>', 'id of the location, for a scope of a location')
    .option('--account <id>', 'id of the account, for a scope of an account')
    .requiredOption('--scope <scope>', 'such as location[orders.write,catalog.read] or account[orders.read],profile')
    .option('--catalog <id>', 'id of the catalog that the connection is bound to')
    .option('--customer-list <id>', 'id of the customer list that the connection is bound to')
    .option('--name <name>', 'tells apart connections of one client to the same location or account')
    .action(({ client, location, account, catalog, customerList, ...rest }: CreateOptions) =>
      run((operator) =>
        operator.ask(createConnection, {
          params: {},
          input: {
            client_id: client,
            location_id: location,
            account_id: account,
            catalog_id: catalog,
            customer_list_id: customerList,
            ...rest,
          },
        }),
      ),
    );
}

function addList(connection: Command, run: Run): void {
  connection
    .command('list')
    .description('list connections with their status, oldest first')
    .option('--client <id>')
    .option('--location <id>')
    .option('--account <id>')
    .action((filters: ListOptions) =>
      run((operator) => operator.listAll(listConnections, { params: {}, input: filters })),
    );
}

const verbs = {
  block: {
    call: blockConnection,
    description: 'refuse the token until the connection is unblocked or authorised again',
  },
  unblock: { call: unblockConnection, description: 'lift the block of a connection' },
  disconnect: { call: disconnectConnection, description: 'end the connection: its token never works again' },
};

/** Adds the commands about connections. */
export function addConnectionCommands(hub: Command, run: Run): void {
  const connection = hub.command('connection').description('access of a client to a location or an account');
  addCreate(connection, run);
  addList(connection, run);
  for (const [verb, { call, description }] of Object.entries(verbs)) {
    connection
      .command(verb)
      .description(description)
      .requiredOption('--id <id>', 'id of the connection')
      .action(({ id }: { id: string }) => run((operator) => operator.ask(call, { params: { connection_id: id } })));
  }
}
