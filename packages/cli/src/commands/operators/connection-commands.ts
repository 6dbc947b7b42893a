import {
  blockConnection,
  createConnection,
  disconnectConnection,
  listConnections,
  retrieveConnection,
  unblockConnection,
} from '@order-hub/shared/management/connections';
import { command, group } from '../../declarations/command.ts';
import { optional, required } from '../../declarations/options.ts';

const args = { id: 'id of the connection' };

export const connectionCommands = group('connection', 'access of a client to a location or an account', [
  command('create', {
    description: 'authorise a client; the same client, location or account, and name always give the same token',
    needs: 'operator',
    options: {
      client: required('id', 'id of the client'),
      location: optional('id', 'id of the location, for a scope of a location'),
      account: optional('id', 'id of the account, for a scope of an account'),
      scope: required('scope', 'such as location[orders.write,catalog.read] or account[orders.read],profile'),
      catalog: optional('id', 'id of the catalog that the connection is bound to'),
      customer_list: optional('id', 'id of the customer list that the connection is bound to'),
      name: optional('name', 'tells apart connections of one client to the same location or account'),
    },
    run: ({ operator }, { client, location, account, catalog, customer_list, ...rest }) =>
      operator.ask(createConnection, {
        params: {},
        input: {
          client_id: client,
          location_id: location,
          account_id: account,
          catalog_id: catalog,
          customer_list_id: customer_list,
          ...rest,
        },
      }),
    prints: 'record',
  }),
  command('list', {
    description: 'list connections with their status, oldest first',
    needs: 'operator',
    options: {
      client: optional('id', 'only those of this client'),
      location: optional('id', 'only those of this location'),
      account: optional('id', 'only those of this account and its locations'),
    },
    run: ({ operator }, filters) => operator.listAll(listConnections, { params: {}, input: filters }),
    prints: { columns: ['id', 'status', 'client_name', 'name', 'location_id', 'account_id', 'scope'] },
  }),
  command('show', {
    description: 'show a connection, without its token',
    needs: 'operator',
    args,
    run: ({ operator }, { id: connection_id }) => operator.ask(retrieveConnection, { params: { connection_id } }),
    prints: 'record',
  }),
  command('block', {
    description: 'refuse the token until the connection is unblocked or authorised again',
    needs: 'operator',
    args,
    run: ({ operator }, { id: connection_id }) => operator.ask(blockConnection, { params: { connection_id } }),
    prints: 'record',
  }),
  command('unblock', {
    description: 'lift the block of a connection',
    needs: 'operator',
    args,
    run: ({ operator }, { id: connection_id }) => operator.ask(unblockConnection, { params: { connection_id } }),
    prints: 'record',
  }),
  command('disconnect', {
    description: 'end the connection: its token never works again',
    needs: 'operator',
    args,
    run: ({ operator }, { id: connection_id }) => operator.ask(disconnectConnection, { params: { connection_id } }),
    prints: 'record',
  }),
]);
