import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { parsedObject, type Entry } from '../../journal/entry.ts';
import type { Check } from '../../session/run.ts';

const isIgnored = ({ ignoredFields }: Entry) => ignoredFields !== undefined;
const isRefused = ({ answer }: Entry) => parsedObject(answer)['code'] === 'unknown_fields';

export const unknownFields: Check = {
  id: 'unknown-fields',
  title: 'Requests have known fields only',
  done: 'The header Ignored-Fields of all answers is looked at: it names the fields and parameters that the hub does not know.',
  expected: 'It is never there: a misspelled field has no effect, and nothing else says so.',
  guide: 'docs/api/conventions.md#unknown-fields',
  kinds: ['till', 'website', 'helper'],
  act: async (run) => (): Finding => {
    const calls = run.journal.entries.filter(
      ({ direction, answeredBy }) => direction === 'call' && answeredBy === 'hub',
    );
    const faulty = calls.filter((entry) => isIgnored(entry) || isRefused(entry));
    const [first] = faulty;
    if (first) return failed(`The hub does not know ${first.ignoredFields ?? 'a field'}.`, faulty);
    const count = calls.filter(({ body, status }) => body !== '' && status === 200).length;
    if (count === 0) return notSeen('The application sent no body.');
    return passed(`The hub knows all fields of ${count} bodies.`);
  },
};
