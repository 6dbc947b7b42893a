/** The management API for example connections: with their token the examples of the documentation run. */
import { z } from 'zod';
import { nameText } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();

export const exampleRights = ['read', 'write'] as const;

/** `expires_at`: the connection ends then. */
const exampleConnection = z.object({
  id: text,
  access_token: text,
  expires_at: z.coerce.date(),
  scope: text,
  account_id: text,
  location_id: text,
  location_name: text,
  catalog_id: text.nullable(),
  customer_list_id: text.nullable(),
});

export type ExampleConnection = z.output<typeof exampleConnection>;

/** Only for a user who has just entered the password. */
export const openExampleConnection = principalCall('POST /management/user/example_connections', {
  summary: 'Connect the documentation to a location of the user for an hour',
  to: 'auth',
  principals: ['user'],
  input: z.object({ location_id: nameText, right: z.enum(exampleRights) }),
  reply: exampleConnection,
});

export const retrieveExampleConnection = principalCall('GET /management/user/example_connections/:connection_id', {
  summary: 'Retrieve an example connection of the user that has not ended, with its token',
  to: 'auth',
  principals: ['user'],
  reply: exampleConnection,
});
