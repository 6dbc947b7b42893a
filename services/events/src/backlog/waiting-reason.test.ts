import { expect, test } from '@jest/globals';
import { waitingReason, type WaitingFacts } from './waiting-reason.ts';

const facts: WaitingFacts = {
  status: 'active',
  is_passive: false,
  has_secret: true,
  last_acknowledged: null,
  last_status: null,
  last_fault: null,
};

test.each<[string, Partial<WaitingFacts>]>([
  ['suspended', { status: 'suspended', is_passive: true }],
  ['blocked', { status: 'blocked', last_acknowledged: false, last_status: 500 }],
  ['not polled', { is_passive: true, last_acknowledged: false, last_status: 500 }],
  ['no client secret yet', { has_secret: false }],
  ['not attempted yet', {}],
  ['being pushed', { last_acknowledged: true, last_status: 200 }],
  ['answers 500', { last_acknowledged: false, last_status: 500 }],
  ['no answer within 20 s', { last_acknowledged: false, last_fault: 'no answer within 20 s' }],
  ['ECONNREFUSED', { last_acknowledged: false, last_fault: 'ECONNREFUSED' }],
])('%s', (reason, changed) => {
  expect(waitingReason({ ...facts, ...changed })).toBe(reason);
});
