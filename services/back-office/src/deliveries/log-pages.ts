import { attemptPage } from './attempt.page.tsx';
import { logPaths } from '../paths/log-path.ts';
import { logPage } from './log.page.tsx';
import { resendAttemptPage } from './resend-attempt.page.tsx';
import { resendEventsPage } from './resend-events.page.tsx';
import { testEventsPage } from './test-events.page.tsx';

/** The delivery log of a connection, for both who may see it. Pages with a fixed name come before those with an id. */
export const logPages = logPaths.flatMap((path) => [
  ...logPage(path),
  ...resendEventsPage(path),
  ...testEventsPage(path),
  ...attemptPage(path),
  ...resendAttemptPage(path),
]);
