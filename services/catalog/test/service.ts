import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startCatalog } from '../src/service.ts';

type TestOptions = Pick<Parameters<typeof testService>[0], 'now' | 'database' | 'settings'>;

export const startTestCatalog = (given: TestOptions = {}) =>
  testService({ name: 'catalog', start: startCatalog, readConfig, ...given });

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;
