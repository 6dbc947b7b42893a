/** An occasion for the application to act: an order of its partner, or one that it places itself. */
import type { Entry } from '../journal/entry.ts';
import type { EventText } from '../pushes/event-text.ts';

export type Occasion = {
  /** The partner's order; undefined for a website. */
  order_id: string | undefined;
  /** Its events, which wait to be pushed; none if the application polls. */
  events: readonly EventText[];
  /** Whether the application acts on it with this call, or tries to. */
  isAct(entry: Entry): boolean;
  /** Lets the application see the order: pushes the events, or lets it poll; or makes it place one. */
  begin(): Promise<void>;
};

/** What happens to the partner's order before the application sees it. */
export type OccasionOptions = {
  /** Statuses that the partner sets after `new`; by default `accepted` for a helper, none for a till. */
  statuses?: readonly ('accepted' | 'cancelled')[];
  /** What becomes of the text of its events before they are signed. */
  alterEvent?: (text: string) => string;
};

export type PrepareOccasion = (options?: OccasionOptions) => Promise<Occasion>;
