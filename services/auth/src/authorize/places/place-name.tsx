import { Name } from '@order-hub/pages/elements';

/** A location with its account. */
export const PlaceName = ({ name, account_name }: { name: string; account_name: string }) => (
  <>
    <Name>{name}</Name> (<Name>{account_name}</Name>)
  </>
);
