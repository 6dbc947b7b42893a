/** A run, as the checks use it. */
import type { Finding } from '../findings/finding.ts';
import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { Prices } from '../proxy/alter-answers.ts';
import type { Rules } from '../proxy/call.ts';
import type { EventText } from '../pushes/event-text.ts';
import type { PushedText } from '../pushes/forgery.ts';
import type { Callback } from '../parties/callback.ts';
import type { Occasion, PrepareOccasion } from './occasion.ts';
import type { ApplicationKind, Times } from './options.ts';
import type { TestEvents } from './prepare-test-events.ts';

export type Run = {
  kind: ApplicationKind;
  times: Times;
  journal: Journal;
  rules: Rules;
  prices: Prices;
  /** As the application sees it. */
  callback(): Callback;
  /** An event of the hub as it would be pushed. Throws NoOccasionError without the client's secret. */
  signed(event: EventText): PushedText;
  /** Forged copies of an event. Throws NoOccasionError without the client's secret. */
  forged(event: EventText): PushedText[];
  push(text: PushedText): Promise<Entry>;
  /** Pushes an event until it is acknowledged, as the hub does but with shorter waits. Returns the last push. */
  deliver(event: EventText): Promise<Entry | undefined>;
  /** Delivers no event again before this time. */
  waitUntil(ms: number): void;
  /** From now on, nothing is prepared or pushed: it throws NoOccasionError with this reason. */
  giveUp(reason: string): void;
  prepare: PrepareOccasion;
  /** Prepares a test event of each type of order event that the application subscribes to. */
  prepareTest(): Promise<TestEvents>;
  /** Gives the application an occasion, and waits until it acts. Returns how it acted. */
  offer(occasion: Occasion): Promise<Entry | undefined>;
};

/** Looks at the whole journal when the run is over, so that nothing is missed that came late. */
export type Judge = () => Finding;

export type Check = {
  id: string;
  title: string;
  /** What the run does. */
  done: string;
  /** What a right application does. */
  expected: string;
  /** The heading of the guide that says so. */
  guide: string;
  kinds: readonly ApplicationKind[];
  /** Applies only to an application to which events are pushed. */
  isAboutPushes?: true;
  act: (run: Run) => Promise<Judge>;
};
