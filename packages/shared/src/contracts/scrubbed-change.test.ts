import { expect, test } from '@jest/globals';
import { customerOfBody, scrubbedBody, scrubbedChange } from './scrubbed-change.ts';

const ada = { id: 'c1', anonymised: false, email: 'ada@example.com', city: 'Paris' };
const nobody = { id: 'c1', anonymised: true, email: null, city: 'Paris' };
const text = (value: object) => JSON.stringify(value);

test.each([
  ['customer', ada, nobody],
  ['order', { id: 'o1', customer: ada, total: '1.00 EUR' }, { id: 'o1', customer: nobody, total: '1.00 EUR' }],
  ['order', { id: 'o1', customer: null }, { id: 'o1', customer: null }],
] as const)('both states of a change of a %s lose the personal data', (resource_type, state, scrubbed) => {
  const change = { resource_type, previous_state: text(state), new_state: text(state) };
  const expected = { resource_type, previous_state: text(scrubbed), new_state: text(scrubbed) };
  expect(scrubbedChange(change)).toEqual(expected);
  expect(scrubbedChange({ ...change, previous_state: null })).toEqual({ ...expected, previous_state: null });
});

test('nothing is left of a state of another resource, or of one that a later release knows', () => {
  const change = { resource_type: 'loyalty_card' as 'order', previous_state: null, new_state: text({ holder: ada }) };
  expect(scrubbedChange(change)).toEqual({ ...change, new_state: null });
});

test('a body keeps all its other fields, also those of a later release', () => {
  const body = text({
    resource_type: 'customer',
    customer_id: 'c1',
    later: 1,
    previous_state: null,
    new_state: text(ada),
  });
  expect(JSON.parse(scrubbedBody(body))).toEqual({ ...JSON.parse(body), new_state: text(nobody) });
});

test('whose data a body holds', () => {
  expect(['{"customer_id":"c1"}', '{"customer_id":null}', '{}', 'null', '7'].map(customerOfBody)).toEqual(
    ['c1', null, null, null, null], // prettier-ignore
  );
});
