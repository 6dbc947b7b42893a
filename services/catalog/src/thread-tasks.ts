/** What threads do (threads/open-threads.ts), by the names of tasks. Each thread loads this file before its first task. */
export { checkEntries } from './inventory/entries/check-entries.ts';
export { prepareContent, refreshContent } from './uploads/prepare-content.ts';
