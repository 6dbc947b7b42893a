/** `list` and `show` for what the API offers: `hub order list`, `hub customer show ID --customer-list ID`. */
import { HubError, type Client, type List } from '@order-hub/client';
import type { routes } from '@order-hub/client/routes';
import { CommandError } from '../../command-error.ts';
import { command, group, type Command, type DepsOf } from '../../declarations/command.ts';
import { defaulted, optional, repeatable, required } from '../../declarations/options.ts';
import { resources, type Resource } from '../../resources/resources.ts';
import { fieldOf, routeIds } from '../../resources/route-ids.ts';

type Values = Record<string, unknown>;
type Operation = keyof typeof routes;

const words = (name: string) => name.replaceAll(/[-_]/g, ' ');

const idOption = (id: { name: string; isOptional: boolean }) => {
  const place = words(fieldOf(id));
  if (!id.isOptional) return required('id', `id of the ${place}`);
  return optional('id', `id of the ${place}; without it that of the connection`);
};

const idOptions = (ids: ReturnType<typeof routeIds>) =>
  Object.fromEntries(ids.map((id) => [fieldOf(id), idOption(id)]));

/** Every operation takes its ids, and filters beside them. */
function call(api: Client, operation: Operation, values: Values): unknown {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return (api[operation] as (args: Values) => unknown)(Object.fromEntries(known));
}

const idsFrom = (operation: Operation, values: Values) =>
  Object.fromEntries(routeIds(operation).map((id) => [id.name, values[fieldOf(id)]]));

/** The id of the thing itself is `id`; that of what it belongs to has its name: the delivery of an `order`. */
const argumentOf = (name: string, field: string) =>
  ['part', name.replaceAll('-', '_')].includes(field) ? 'id' : field;

function showCommand({ name }: Resource, operation: Operation): Command {
  const ids = routeIds(operation);
  const own = ids.findLast(({ isOptional }) => !isOptional);
  const arg = own && argumentOf(name, fieldOf(own));
  return command('show', {
    description: `show the ${words(name)}${own ? '' : ' of the connection'}`,
    needs: 'login',
    args: arg === undefined ? {} : { [arg]: `id of the ${words(arg === 'id' ? name : arg)}` },
    options: idOptions(ids.filter((id) => id !== own)),
    run: async ({ api }, values) =>
      call(api, operation, {
        ...idsFrom(operation, values),
        ...(own && arg !== undefined && { [own.name]: values[arg] }),
      }),
    prints: 'record',
  });
}

/** `status=new` as a filter. */
function filterOf(text: string): [string, string] {
  const [name = '', ...rest] = text.split('=');
  if (name === '' || rest.length === 0) throw new CommandError(`--filter must be name=value, not ${text}`);
  return [name, rest.join('=')];
}

async function firstOf(list: List<unknown>, count: number): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of list) {
    if (items.length === count) break;
    items.push(item);
  }
  return items;
}

const isOtherLevel = (error: unknown) => error instanceof HubError && error.code === 'access_level_not_allowed';

type Asked = { values: Values; filters: Values; count: number };

/** A connection to an account has lists of its own, unless a location is named. */
async function list({ api }: DepsOf<'login'>, { list, accountList }: Resource, { values, filters, count }: Asked) {
  const ask = (operation: Operation, ids: Values) =>
    firstOf(call(api, operation, { ...filters, ...ids, count: Math.min(count, 100) }) as List<unknown>, count);
  if (list === undefined) return [];
  try {
    return await ask(list, idsFrom(list, values));
  } catch (error) {
    if (accountList === undefined || values['location'] !== undefined || !isOtherLevel(error)) throw error;
    return ask(accountList, {});
  }
}

function listCommand(resource: Resource, operation: Operation): Command {
  const options = {
    filter: repeatable('name=value', 'only those with this value, such as status=new; the API has the names'),
    limit: defaulted('number', 'how many at most', '100'),
  };
  return command('list', {
    description: `list ${resource.description}`,
    needs: 'login',
    options: { ...idOptions(routeIds(operation)), ...options },
    run: (deps, { filter, limit, ...values }) => {
      const count = /^[1-9]\d{0,5}$/.test(limit) ? parseInt(limit) : undefined;
      if (count === undefined) throw new CommandError('--limit must be a whole number from 1 to 999999');
      return list(deps, resource, { values, filters: Object.fromEntries(filter.map(filterOf)), count });
    },
    prints: { columns: resource.columns ?? ['id'] },
  });
}

export const resourceCommands = resources.map((resource) =>
  group(resource.name, resource.description, [
    ...(resource.list ? [listCommand(resource, resource.list)] : []),
    ...(resource.show ? [showCommand(resource, resource.show)] : []),
  ]),
);
