import { Tag } from '@order-hub/pages/elements';
import type { FoundLocation } from '@order-hub/shared/management/operators';

/** Whether something is suspended. */
export const StateTag = ({ suspended }: { suspended: boolean }) =>
  suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>;

/** Whether a location is suspended, by itself or with its account. */
export const LocationTag = ({
  suspended,
  account_suspended,
}: Pick<FoundLocation, 'suspended' | 'account_suspended'>) =>
  account_suspended && !suspended ? (
    <>
      <Tag tone="bad">Suspended</Tag> with its account
    </>
  ) : (
    <StateTag suspended={suspended} />
  );
