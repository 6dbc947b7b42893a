/** How a simulated till behaves towards orders that do not ask for anything else. */
export type TillSettings = {
  /** `accept` after the delay, `reject`, or `ignore`: the order stays new, as with a till that is switched off. */
  answer: 'accept' | 'reject' | 'ignore';
  /** Until an order is accepted. Meanwhile it is `received`. */
  delaySeconds: number;
  /** The seller's note of a rejected order. */
  reason: string;
  /** Between two statuses of an accepted order; 0: it stays accepted. */
  stepSeconds: number;
};

export const tillSettings: TillSettings = {
  answer: 'accept',
  delaySeconds: 0,
  reason: 'The shop is too busy',
  stepSeconds: 60,
};
