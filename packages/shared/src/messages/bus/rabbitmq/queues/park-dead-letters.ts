/** Parks messages that a consumer rejected: at once, or later from its queue of dead letters. */
import type { ConsumeMessage } from 'amqplib';
import { reasonOf } from '../../../../process/log.ts';
import { backOffMs, pause } from '../../../../process/slots/waiting.ts';
import type { ConsumePolicy } from '../../consume.ts';
import type { RejectedMessage, Rejection } from '../../port.ts';
import { rejectedOf } from '../messages.ts';

export type Park = (rejected: readonly RejectedMessage[]) => Promise<void>;

const parkPauses = { firstMs: 100, mostMs: 5_000 };

/** Parks dead letters. Retries until it succeeds: the broker drops a dead letter that it gets back too often. */
export async function parkHolding(park: Park, letters: readonly RejectedMessage[], { signal, log }: ConsumePolicy) {
  if (letters.length === 0) return [];
  for (let tries = 0; ; tries++) {
    try {
      await park(letters);
      return [];
    } catch (error) {
      if (tries === 0) log.warn({ reason: reasonOf(error) }, 'rejected messages wait to be parked');
      await pause(backOffMs(tries, parkPauses), signal);
      if (signal.aborted) throw error;
    }
  }
}

/**
 * Parks messages that were just rejected, with the reason. Returns the rejections to answer the broker with: none, or all of
 * them while they cannot be parked, so that they become dead letters.
 */
export async function parkRejected(
  park: Park | undefined,
  batch: readonly ConsumeMessage[],
  rejections: readonly Rejection[],
): Promise<readonly Rejection[]> {
  if (!park || rejections.length === 0) return rejections;
  const reasons = new Map(rejections.map(({ id, reason }) => [id, reason]));
  const letters = batch.map(rejectedOf).flatMap((letter) => {
    const reason = reasons.get(letter.id);
    return reason === undefined ? [] : [{ ...letter, reason }];
  });
  return park(letters).then(
    () => [],
    () => rejections,
  );
}
