/** A page that cannot be opened by its address alone, and how to get there. */
import type { Page } from 'playwright-core';
import type { Person } from '../../src/browser/person.ts';
import type { SharedHub } from '../hubs.ts';
import type { Applications, Owner } from './owner.ts';

export type World = { hub: SharedHub; owner: Owner; newcomer: Person; applications: Applications };

/** Who opens the page. The owner has a second factor; the newcomer has no account. */
export type Visitor = 'owner' | 'newcomer' | 'nobody';

/** A page that some actions lead to, and what it then shows. */
export type ReachedPage = {
  path: string;
  /** A text that only this page has, in this state. */
  shows: string;
  status?: number;
  /** By default the owner. */
  who?: Visitor;
  go: (page: Page, world: World) => Promise<unknown>;
};
