import { expect, test } from '@jest/globals';
import { anonymisedBody, anonymisedChange, customerOfBody } from './anonymised-change.ts';

const ada = { id: 'c1', anonymised: false, email: 'ada@example.com', city: 'Paris' };
const anonymous = { id: 'c1', anonymised: true, email: null, city: 'Paris' };
const text = (value: object) => JSON.stringify(value);

test.each([
  ['customer', ada, anonymous],
  ['order', { id: 'o1', customer: ada, total: '1.00 EUR' }, { id: 'o1', customer: anonymous, total: '1.00 EUR' }],
  ['order', { id: 'o1', customer: null }, { id: 'o1', customer: null }],
] as const)('both states of a change of a %s lose the personal data', (resource_type, state, anonymised) => {
  const change = { resource_type, previous_state: text(state), new_state: text(state) };
  const expected = { resource_type, previous_state: text(anonymised), new_state: text(anonymised) };
  expect(anonymisedChange(change)).toEqual(expected);
  expect(anonymisedChange({ ...change, previous_state: null })).toEqual({ ...expected, previous_state: null });
});

test('the state of any other resource, even of a later release, becomes null', () => {
  const change = { resource_type: 'loyalty_card' as 'order', previous_state: null, new_state: text({ holder: ada }) };
  expect(anonymisedChange(change)).toEqual({ ...change, new_state: null });
});

test('a body keeps all its other fields, even those of a later release', () => {
  const body = text({
    resource_type: 'customer',
    customer_id: 'c1',
    later: 1,
    previous_state: null,
    new_state: text(ada),
  });
  expect(JSON.parse(anonymisedBody(body))).toEqual({ ...JSON.parse(body), new_state: text(anonymous) });
});

test.each([
  ['{"customer_id":"c1"}', 'c1'],
  ['{"customer_id":null}', null],
  ['{}', null],
  ['null', null],
  ['7', null],
])('the body %s holds the data of the customer %s', (body, customer_id) => {
  expect(customerOfBody(body)).toBe(customer_id);
});
