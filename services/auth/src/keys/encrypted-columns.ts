import { clientSecretOwner } from '@order-hub/shared/encryption';
import type { EncryptedColumn } from '@order-hub/shared/reencrypt';
import { mailTokenOwner } from '../mails/mail.ts';
import { tokenOwner } from '../connections/granting/access-token.ts';
import { secretOwner } from '../second-factor/apps/app.ts';

/** Every stored secret, except those that expire within an hour. Steps of re-encrypting follow this order. */
export const encryptedColumns: readonly EncryptedColumn[] = [
  { table: 'clients', column: 'secret_encrypted', ownerColumn: 'id', owner: clientSecretOwner },
  { table: 'connections', column: 'token_encrypted', ownerColumn: 'id', owner: tokenOwner },
  { table: 'second_factors', column: 'totp_secret', ownerColumn: 'id', owner: secretOwner },
  { table: 'clients', column: 'previous_secret_encrypted', ownerColumn: 'id', owner: clientSecretOwner },
  { table: 'mails', column: 'token_encrypted', ownerColumn: 'id', owner: mailTokenOwner },
];
