import { largeReadSettings, loadConfig, serviceSettings } from '@order-hub/shared/config';
import { bytes, limit } from '@order-hub/shared/settings';
import type { ImageQuotas } from './images/image.ts';
import type { UploadLimits } from './uploads/open-uploads.ts';

const mib = 1_048_576;

export const settings = {
  ...serviceSettings,
  ...largeReadSettings,
  UPLOAD_BYTES_PER_ACCOUNT_MAX: bytes(64 * mib).describe(
    "Catalog uploads of one account in a process's memory at the same time.",
  ),
  UPLOAD_BYTES_MAX: bytes(192 * mib).describe("All catalog uploads in a process's memory at the same time."),
  UPLOADS_MAX: limit(16).describe('Uploads of up to 256 KiB that run at the same time.'),
  UPLOADS_PER_ACCOUNT_MAX: limit(4).describe('As `UPLOADS_MAX`, of one account.'),
  LARGE_UPLOADS_MAX: limit(1).describe('Larger uploads that run at the same time, one of them per account.'),
  UPLOADS_WAITING_MAX: limit(32).describe('Uploads of an account that wait to run.'),
  WRITES_MAX: limit(4).describe(
    'Images and inventories that are stored at the same time, one of them per account: fewer than `DATABASE_POOL_SIZE`.',
  ),
  WRITES_WAITING_MAX: limit(64).describe('Images and inventories of an account that wait to be stored.'),
  THREADS_MAX: limit(2).describe('Threads that check large bodies. One of them is kept for small catalogs.'),
  // docs/api/limits.md#quotas
  CATALOGS_PER_ACCOUNT_MAX: limit(2_000).describe('Catalogs that an account may have.'),
  IMAGES_PER_ACCOUNT_MAX: limit(50_000).describe('Images that an account may have.'),
  IMAGE_BYTES_PER_ACCOUNT_MAX: bytes(4_096 * mib).describe('The size of all images of an account.'),
  UNATTACHED_IMAGES_PER_ACCOUNT_MAX: limit(10_000).describe('Images of an account that no catalog uses.'),
  UNATTACHED_IMAGE_BYTES_PER_ACCOUNT_MAX: bytes(256 * mib).describe('The size of the images that no catalog uses.'),
};

/** The settings of this service. Throws ConfigError with every fault at once. */
export const readConfig = (env: NodeJS.ProcessEnv) =>
  loadConfig(settings, env, [
    ['UPLOAD_BYTES_PER_ACCOUNT_MAX', 'UPLOAD_BYTES_MAX'],
    ['UPLOADS_PER_ACCOUNT_MAX', 'UPLOADS_MAX'],
    ['WRITES_MAX', 'DATABASE_POOL_SIZE'],
    ['UNATTACHED_IMAGES_PER_ACCOUNT_MAX', 'IMAGES_PER_ACCOUNT_MAX'],
    ['UNATTACHED_IMAGE_BYTES_PER_ACCOUNT_MAX', 'IMAGE_BYTES_PER_ACCOUNT_MAX'],
  ]);

export type Config = ReturnType<typeof readConfig>;

export const uploadLimitsOf = (config: Config): UploadLimits => ({
  bytesMax: config.UPLOAD_BYTES_MAX,
  bytesPerAccount: config.UPLOAD_BYTES_PER_ACCOUNT_MAX,
  max: config.UPLOADS_MAX,
  perAccount: config.UPLOADS_PER_ACCOUNT_MAX,
  largeMax: config.LARGE_UPLOADS_MAX,
  waitingMax: config.UPLOADS_WAITING_MAX,
});

export const imageQuotasOf = (config: Config): ImageQuotas => ({
  images: config.IMAGES_PER_ACCOUNT_MAX,
  bytes: config.IMAGE_BYTES_PER_ACCOUNT_MAX,
  unattached: config.UNATTACHED_IMAGES_PER_ACCOUNT_MAX,
  unattachedBytes: config.UNATTACHED_IMAGE_BYTES_PER_ACCOUNT_MAX,
});
