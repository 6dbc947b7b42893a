/** The connections of the documentation's examples (docs/api/back-office.md#examples-of-the-documentation). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { aTenant } from './builders.ts';
import { auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
const clock = { aheadMs: 0 };
const asked: unknown[] = [];
beforeAll(async () => {
  auth = await startTestAuth({ now: () => new Date(Date.now() + clock.aheadMs), ask: answer });
});
afterAll(() => auth.close());
