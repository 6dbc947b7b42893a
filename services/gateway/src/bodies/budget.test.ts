import { expect, test } from '@jest/globals';
import { openBudget } from './budget.ts';

test('a key takes no more than its maximum, and gives everything back', () => {
  const { hold, isBusy } = openBudget({ maxPerKey: 10 });
  const [first, second] = [hold('a'), hold('a')];
  expect([first.take(4), isBusy('a'), first.take(2), second.take(5), second.take(4), isBusy('a'), isBusy('b')]).toEqual(
    [true, false, true, false, true, true, false],
  );
  first.release();
  first.release();
  expect([hold('a').take(7), hold('a').take(6)]).toEqual([false, true]);
});

test('greedy keys leave the same room free that each of them has', () => {
  const { hold } = openBudget({ max: 1000 });
  const taken = ['a', 'b', 'c'].map(() => 0);
  for (let round = 0; round < 1000; round += 1) {
    for (const [index, key] of ['a', 'b', 'c'].entries()) if (hold(key).take(1)) taken[index]! += 1;
  }
  expect(taken).toEqual([250, 250, 250]);
  expect([hold('d').take(125), hold('a').take(1)]).toEqual([true, false]);
});

test('what is little is never too much, even when others have added more than there is', () => {
  const { hold, isBusy } = openBudget({ max: 100, maxPerKey: 64 });
  hold('a').add(200);
  hold('b').add(0.5);
  expect([isBusy('a'), isBusy('b')]).toEqual([true, false]);
});
