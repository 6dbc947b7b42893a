import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startCatalog } from '../src/service.ts';

export const startTestCatalog = ({ now }: { now?: () => Date } = {}) =>
  testService({ name: 'catalog', start: startCatalog, readConfig, now });

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;
