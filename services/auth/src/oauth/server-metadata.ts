/** The metadata of the authorisation server (docs/api/authentication.md#server-metadata). `publicUrl`: where clients reach the gateway. */
export function serverMetadata(publicUrl: string) {
  const issuer = `${publicUrl}/oauth2/v1`;
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
  };
}
