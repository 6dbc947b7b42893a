import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startCatalog } from '../src/service.ts';

export const startTestCatalog = () => testService({ name: 'catalog', start: startCatalog, readConfig });

export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;
