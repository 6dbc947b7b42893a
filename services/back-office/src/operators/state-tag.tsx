import { Tag } from '@order-hub/pages/elements';
import type { AnyLocation } from './operator.ts';

/** Whether something is suspended. */
export const StateTag = ({ suspended }: { suspended: boolean }) =>
  suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>;

/** The state of a location: by itself, and by its account. */
export const LocationTag = ({ suspended, account_suspended }: AnyLocation) =>
  account_suspended && !suspended ? (
    <>
      <Tag tone="bad">Suspended</Tag> with its account
    </>
  ) : (
    <StateTag suspended={suspended} />
  );
