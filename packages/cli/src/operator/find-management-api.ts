/** Finds the management API: in the settings, else in the file that `npm start` writes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManagementApi } from '@order-hub/operator/client';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import type { Config } from '../config.ts';

const operatorFile = z.object({ auth_url: z.url(), operator_key: z.string() });

const remedy =
  'Set HUB_AUTH_URL to the address of its auth service and HUB_OPERATOR_KEY to its operator key; or run this where `npm start` has started a hub.';

async function readOperatorFile(path: string): Promise<Partial<ManagementApi>> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return operatorFile.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} is not a file that \`npm start\` has written. ${remedy}`);
  }
}

/** Throws CommandError if neither the settings nor the file name it. */
export async function findManagementApi({
  HUB_AUTH_URL,
  HUB_OPERATOR_KEY,
  HUB_DATA_DIR,
}: Config): Promise<ManagementApi> {
  if (HUB_AUTH_URL && HUB_OPERATOR_KEY) return { auth_url: HUB_AUTH_URL, operator_key: HUB_OPERATOR_KEY };
  const path = join(HUB_DATA_DIR, 'operator.json');
  const file = await readOperatorFile(path);
  const auth_url = HUB_AUTH_URL ?? file.auth_url;
  const operator_key = HUB_OPERATOR_KEY ?? file.operator_key;
  if (!auth_url || !operator_key) throw new CommandError(`No hub found: ${path} is missing. ${remedy}`);
  return { auth_url, operator_key };
}
