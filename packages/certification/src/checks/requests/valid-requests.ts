import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { parsedObject, type Entry } from '../../journal/entry.ts';
import { isMoneyField } from '../../session/ordered-items.ts';
import type { Check } from '../../session/run.ts';

const malformed = new Set([400, 405, 406, 413, 415]);
const codes = new Set(['routing_error', 'method_not_supported', 'invalid_fields', 'idempotency_key_reused']);

/** Whether only amounts are wrong: exact-money is about them. */
function isAboutMoney(errors: unknown): boolean {
  return (
    Array.isArray(errors) &&
    errors.length > 0 &&
    (errors as { field: string }[]).every(({ field }) => isMoneyField(field))
  );
}

/** Why the hub could not read the request; undefined if it could. */
function faultOf({ answeredBy, status = 0, answer }: Entry): string | undefined {
  if (answeredBy !== 'hub' || status < 400) return undefined;
  const { code, message, errors } = parsedObject(answer);
  if (!malformed.has(status) && !codes.has(String(code))) return undefined;
  return isAboutMoney(errors) ? undefined : `${status} ${String(code)}: ${String(message)}`;
}

export const validRequests: Check = {
  id: 'valid-requests',
  title: 'The hub can read every request',
  done: 'All requests of the run are looked at.',
  expected: 'None is answered 400, 404 routing_error, 413, 415, or 422 with invalid fields or a reused key.',
  guide: 'docs/api/errors.md#codes',
  kinds: ['till', 'website', 'helper'],
  act: async (run) => (): Finding => {
    const calls = run.journal.entries.filter(
      ({ direction, answeredBy }) => direction === 'call' && answeredBy === 'hub',
    );
    const bad = calls.filter((entry) => faultOf(entry) !== undefined);
    if (bad[0]) return failed(`The hub answered ${String(faultOf(bad[0]))}.`, bad);
    if (calls.length === 0) return notSeen('The application made no request.');
    return passed(`The hub could read all ${calls.length} requests.`);
  },
};
