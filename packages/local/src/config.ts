import { resolve } from 'node:path';
import { loadConfig } from '@order-hub/shared/config';
import { z } from 'zod';

const settings = {
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  HUB_DATA_DIR: z.string().default('.hub'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug', 'silent']).optional(),
  CALLBACK_ALLOWED_NETWORKS: z.string().default('127.0.0.0/8,::1/128'),
  HUB_INTERNAL_KEYS: z.string().optional(),
  HUB_ENCRYPTION_KEYS: z.string().optional(),
  HUB_OPERATOR_KEY: z.string().optional(),
};

/**
 * The settings that the runner itself reads; it passes all others unchanged to the services that read them. Makes
 * `HUB_DATA_DIR` an absolute path. Throws ConfigError that lists every fault.
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const config = loadConfig(settings, env);
  return { ...config, HUB_DATA_DIR: resolve(config.HUB_DATA_DIR) };
}

export type Config = ReturnType<typeof readConfig>;
