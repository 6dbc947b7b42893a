import { testService } from '@order-hub/testing/service';
import { readConfig } from '../src/config.ts';
import { startCustomers } from '../src/service.ts';

export const startTestCustomers = () => testService({ name: 'customers', start: startCustomers, readConfig });

export type TestCustomers = Awaited<ReturnType<typeof startTestCustomers>>;
