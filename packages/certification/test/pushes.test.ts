/** What a run takes for an answer is what the hub takes for one. */
import { expect, test } from '@jest/globals';
import { oddAnswers, startRawReceiver } from '@order-hub/testing/raw-receiver';
import { openJournal } from '../src/journal/journal.ts';
import { postPush } from '../src/pushes/post-push.ts';

test.each(oddAnswers)('a receiver that answers with 200 acknowledges: %s', async (_how, answer) => {
  const receiver = await startRawReceiver((socket) => void socket.end(answer, 'latin1'));
  const push = { label: 'order.create', body: '{}', headers: {} };
  const entry = await postPush(push, { url: receiver.url, journal: openJournal(), deadlineMs: 10_000 });
  expect(entry).toMatchObject({ status: 200 });
  await receiver.close();
});

test('a receiver that does not answer in time, or hangs up, has not answered', async () => {
  const push = { label: 'order.create', body: '{}', headers: {} };
  const faultOf = async (answer: Parameters<typeof startRawReceiver>[0]) => {
    const receiver = await startRawReceiver(answer);
    const entry = await postPush(push, { url: receiver.url, journal: openJournal(), deadlineMs: 300 });
    await receiver.close();
    return [entry.status, entry.fault];
  };
  expect(await faultOf(() => undefined)).toEqual([0, 'no answer in time']);
  expect(await faultOf((socket) => void socket.end())).toEqual([0, 'the connection was closed before the response']);
});
