import {
  blockConnection,
  createConnection,
  disconnectConnection,
  listConnections,
  retrieveConnection,
  unblockConnection,
  updateConnection,
} from '@order-hub/shared/management/connections';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { flag, optional, required } from '../../declarations/options.ts';

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
  command('update', {
    description: 'change what a connection may use; what is left out stays, and so does the token',
    needs: 'operator',
    args,
    options: {
      scope: optional('scope', 'for the same location or account, such as location[orders.read]'),
      catalog: optional('id', 'id of the catalog that the connection is bound to'),
      no_catalog: flag('bind the connection to no catalog'),
      customer_list: optional('id', 'id of the customer list that the connection is bound to'),
      no_customer_list: flag('bind the connection to no customer list'),
    },
    run: ({ operator }, { id: connection_id, scope, ...bound }) =>
      operator.ask(updateConnection, {
        params: { connection_id },
        input: {
          scope,
          catalog_id: bound.no_catalog ? null : bound.catalog,
          customer_list_id: bound.no_customer_list ? null : bound.customer_list,
        },
      }),
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
    options: { yes: yesOption },
    async run({ operator, terminal }, { id: connection_id, ...given }) {
      const params = { connection_id };
      const { client_name, location_name, account_name } = await operator.ask(retrieveConnection, { params });
      const place = location_name ?? account_name ?? 'a profile';
      await assertYes(
        `Disconnect ${client_name} from ${place}? Its token and its waiting events end.`,
        terminal,
        given,
      );
      return operator.ask(disconnectConnection, { params });
    },
    prints: 'record',
    alias: 'delete',
  }),
]);
