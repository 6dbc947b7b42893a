import {
  createLocation,
  deleteLocation,
  listLocations,
  resumeLocation,
  retrieveLocation,
  suspendLocation,
  updateLocationDetails,
} from '@order-hub/shared/management/locations';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { optional, required } from '../../declarations/options.ts';

import { givenIn } from '../../operator/given-in.ts';

const args = { id: 'id of the location' };

export const locationCommands = group('location', 'places of an account that take orders', [
  command('create', {
    description: 'create a location',
    needs: 'operator',
    options: {
      account: required('id', 'id of the account that it belongs to'),
      name: required('name', 'name of the location'),
      timezone: optional('name', 'IANA name, such as Europe/Paris; without it UTC'),
      address: optional('text', 'street and number'),
      postal_code: optional('text', 'postal code'),
      city: optional('text', 'city'),
      country: optional('text', 'country'),
    },
    run: ({ operator }, { account: account_id, ...rest }) =>
      operator.ask(createLocation, { params: {}, input: { account_id, ...rest } }),
    prints: 'record',
  }),
  command('list', {
    description: 'list locations, oldest first',
    needs: 'operator',
    options: { account: optional('id', 'only those of this account') },
    run: ({ operator }, { account }) => operator.listAll(listLocations, { params: {}, input: { account_id: account } }),
    prints: { columns: ['id', 'name', 'account_id', 'account_name', 'city', 'timezone', 'suspended'] },
  }),
  command('show', {
    description: 'show a location with what clients have set',
    needs: 'operator',
    args,
    run: ({ operator }, { id: location_id }) => operator.ask(retrieveLocation, { params: { location_id } }),
    prints: 'record',
  }),
  command('update', {
    description: 'change the details of a location; what is left out stays',
    needs: 'operator',
    args,
    options: {
      name: optional('name', 'name of the location'),
      timezone: optional('name', 'IANA name, such as Europe/Paris'),
      address: optional('text', 'street and number'),
      postal_code: optional('text', 'postal code'),
      city: optional('text', 'city'),
      country: optional('text', 'country'),
    },
    async run({ operator }, { id: location_id, ...given }) {
      const params = { location_id };
      const { name, address, postal_code, city, country, timezone } = await operator.ask(retrieveLocation, { params });
      const now = { name, address, postal_code, city, country, timezone };
      await operator.ask(updateLocationDetails, { params, input: { ...now, ...givenIn(given) } });
      return operator.ask(retrieveLocation, { params });
    },
    prints: 'record',
  }),
  command('delete', {
    description: 'delete a location that has had no order, and has no people, connections, catalogs or customer lists',
    needs: 'operator',
    args,
    options: { yes: yesOption },
    async run({ operator, terminal }, { id: location_id, ...given }) {
      const params = { location_id };
      const { name, account_name } = await operator.ask(retrieveLocation, { params });
      await assertYes(`Delete the location ${name} of ${account_name}?`, terminal, given);
      await operator.ask(deleteLocation, { params });
      return { deleted: location_id };
    },
    prints: 'record',
  }),
  command('suspend', {
    description: 'suspend a location and its connections',
    needs: 'operator',
    args,
    run: ({ operator }, { id: location_id }) => operator.ask(suspendLocation, { params: { location_id } }),
    prints: 'record',
  }),
  command('resume', {
    description: 'resume a location and its connections',
    needs: 'operator',
    args,
    run: ({ operator }, { id: location_id }) => operator.ask(resumeLocation, { params: { location_id } }),
    prints: 'record',
  }),
]);
