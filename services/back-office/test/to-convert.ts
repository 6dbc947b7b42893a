/** Pages with texts that do not come from messages yet. */
export const toConvert: readonly string[] = [
  '/back-office/accounts/:account_id/audit',
  '/back-office/operator/audit',
  '/back-office/operator/backlog',
  '/back-office/operator/parked-messages',
  '/back-office/operator/parked-messages/retry',
  '/back-office/operator/parked-messages/delete',
  '/back-office/operator/dropped-events/replay',
];
