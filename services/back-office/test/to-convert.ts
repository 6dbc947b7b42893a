/** Pages with texts that do not come from messages yet. */
export const toConvert: readonly string[] = ['/back-office/accounts/:account_id/audit', '/back-office/operator/audit'];
