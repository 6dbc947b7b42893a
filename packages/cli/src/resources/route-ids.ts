import { routes } from '@order-hub/client/routes';

type RouteId = { name: string; isOptional: boolean };

/** The ids in the path of an operation. One that is optional stands for that of the connection. */
export const routeIds = (operation: keyof typeof routes): RouteId[] =>
  [...routes[operation].matchAll(/\{(\w+)(\?)?\}/g)].map(([, name = '', mark]) => ({ name, isOptional: mark === '?' }));

/** `customer_list_id` as an option: `customer_list`. */
export const fieldOf = ({ name }: RouteId) => name.replace(/_id$/, '');
