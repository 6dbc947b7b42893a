import { silentLog } from '@order-hub/shared/log';
import { callOn, testInternalKeys } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { recordingBus } from '@order-hub/testing/recording-bus';
import { readConfig } from '../src/config.ts';
import { startCatalog } from '../src/service.ts';

/** The service on a database of its own and a bus that keeps what is published. `stop()` ends both. */
export async function startTestService() {
  const database = await freshDatabase();
  const bus = recordingBus();
  const settings = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    HUB_INTERNAL_KEYS: testInternalKeys.join(','),
  };
  const service = await startCatalog(readConfig(settings), silentLog, { bus });
  const stop = async () => {
    await service.close();
    await database.drop();
  };
  return { call: callOn(service.port), published: bus.published, stop };
}
