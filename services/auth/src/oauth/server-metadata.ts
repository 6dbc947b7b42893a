/** Who issues codes and tokens: `{auth_url}`. `publicUrl`: where clients reach the gateway. */
export const issuerOf = (publicUrl: string) => `${publicUrl}/oauth2/v1`;

/** The metadata of the authorisation server (docs/api/authentication.md#server-metadata). */
export function serverMetadata(publicUrl: string) {
  const issuer = issuerOf(publicUrl);
  const authMethods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    revocation_endpoint: `${issuer}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
