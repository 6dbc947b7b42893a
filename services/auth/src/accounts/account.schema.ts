import { z } from 'zod';

/** docs/api/locations.md#accounts */
export const accountView = z
  .object({
    id: z.string().describe('The id of the account.'),
    name: z.string().describe('The name of the account.'),
    currency: z.string().describe('The ISO 4217 code of the currency of all its amounts.'),
  })
  .meta({ id: 'Account', description: 'A business that owns locations.' });
