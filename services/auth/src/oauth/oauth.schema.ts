import { parametersAnywhere } from '@order-hub/shared/form-body';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { tokenView as connectionTokenView } from '@order-hub/shared/management/connections';

/** A parameter without a value counts as left out (RFC 6749, 3.2). */
const parameter = nameText.nullish().transform((text) => text || undefined);

const credentials = {
  client_id: parameter.describe('The client id, of clients that send no Authorization header.'),
  client_secret: parameter.describe('The client secret, of clients that send no Authorization header.'),
};

/** Other parameters are ignored (RFC 6749, 3.2). */
export const tokenRequest = parametersAnywhere(
  z.object({
    ...credentials,
    grant_type: parameter.describe('`authorization_code`.'),
    code: parameter.describe('The authorisation code. Needed.'),
    redirect_uri: textUpTo(2_048)
      .nullish()
      .transform((text) => text || undefined)
      .describe('The redirect URI of the authorisation request.'),
    code_verifier: parameter.describe('The verifier of PKCE, if the authorisation request had a challenge.'),
  }),
).meta({ id: 'TokenRequest', description: 'The parameters that are exchanged for an access token.' });

export type TokenRequest = z.output<typeof tokenRequest>;

/** `access_token` is an older name of `token`. */
export const revocationRequest = parametersAnywhere(
  z.object({ ...credentials, token: parameter, access_token: parameter }),
);

export type RevocationRequest = z.output<typeof revocationRequest>;

const bound = connectionTokenView.shape;

/** The token response (docs/api/authentication.md#token-response). `app_instance_id`: the connection, as `/authorize` takes it. */
export const tokenView = z
  .object({
    access_token: bound.access_token.describe('The access token of the connection.'),
    token_type: bound.token_type.describe('How to send it: `Authorization: Bearer`, or in `X-Access-Token`.'),
    account_id: bound.account_id.describe('The id of the account.'),
    location_id: bound.location_id.describe('The id of the location; null unless the connection is bound to one.'),
    catalog_id: bound.catalog_id.describe('The id of the catalog that the user chose.'),
    customer_list_id: bound.customer_list_id.describe('The id of the customer list that the user chose.'),
    account_name: bound.account_name.describe('The name of the account.'),
    location_name: bound.location_name.describe('The name of the location.'),
    catalog_name: bound.catalog_name.describe('The name of the catalog.'),
    customer_list_name: bound.customer_list_name.describe('The name of the customer list.'),
    user_id: z.string().describe('The id of the user who authorised the connection.'),
    app_instance_id: z.string().describe('The id of the connection, for a new authorisation of the same.'),
  })
  .meta({ id: 'Token', description: 'An access token, and what it is for.' });

const texts = z.array(z.string());

/** The metadata of RFC 8414. */
export const metadataView = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  response_types_supported: texts,
  response_modes_supported: texts,
  grant_types_supported: texts,
  token_endpoint_auth_methods_supported: texts,
  revocation_endpoint_auth_methods_supported: texts,
  code_challenge_methods_supported: texts,
  authorization_response_iss_parameter_supported: z.boolean(),
});
