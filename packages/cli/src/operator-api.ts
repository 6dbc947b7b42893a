/** Finds the operator API: from the settings, else from the file that the local runner writes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorApi } from '@order-hub/operator/client';
import { z } from 'zod';
import { CommandError } from './command-error.ts';
import type { Config } from './config.ts';

const operatorFile = z.object({ auth_url: z.url(), operator_key: z.string() });

const howTo =
  'Start the hub with `npm start` in this folder, or set HUB_AUTH_URL and HUB_OPERATOR_KEY to those of a running one.';

async function readOperatorFile(path: string): Promise<Partial<OperatorApi>> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  try {
    return operatorFile.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${path} cannot be read: it is not what the local runner writes. ${howTo}`);
  }
}

/** Throws CommandError when neither the settings nor the file name it. */
export async function findOperatorApi({ HUB_AUTH_URL, HUB_OPERATOR_KEY, HUB_DATA_DIR }: Config): Promise<OperatorApi> {
  if (HUB_AUTH_URL && HUB_OPERATOR_KEY) return { auth_url: HUB_AUTH_URL, operator_key: HUB_OPERATOR_KEY };
  const path = join(HUB_DATA_DIR, 'operator.json');
  const file = await readOperatorFile(path);
  const auth_url = HUB_AUTH_URL ?? file.auth_url;
  const operator_key = HUB_OPERATOR_KEY ?? file.operator_key;
  if (!auth_url || !operator_key) throw new CommandError(`There is no hub known here: ${path} is missing. ${howTo}`);
  return { auth_url, operator_key };
}
