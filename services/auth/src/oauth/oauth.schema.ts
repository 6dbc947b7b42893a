import { parametersAnywhere } from '@order-hub/shared/form-body';
import { nameText, textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { tokenView as connectionTokenView } from '@order-hub/shared/management/connections';

/** A parameter without a value counts as left out (RFC 6749, 3.2). */
const parameter = nameText.nullish().transform((text) => text || undefined);

const credentials = { client_id: parameter, client_secret: parameter };

/** Other parameters are ignored (RFC 6749, 3.2). */
export const tokenRequest = parametersAnywhere(
  z.object({
    ...credentials,
    grant_type: parameter,
    code: parameter,
    redirect_uri: textUpTo(2_048)
      .nullish()
      .transform((text) => text || undefined),
    code_verifier: parameter,
  }),
);

export type TokenRequest = z.output<typeof tokenRequest>;

/** `access_token` is an older name of `token`. */
export const revocationRequest = parametersAnywhere(
  z.object({ ...credentials, token: parameter, access_token: parameter }),
);

export type RevocationRequest = z.output<typeof revocationRequest>;

/** The token response (docs/api/authentication.md#token-response). */
/** `app_instance_id`: the connection, as `/authorize` takes it. */
export const tokenView = connectionTokenView
  .omit({ id: true })
  .extend({ user_id: z.string(), app_instance_id: z.string() });

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
