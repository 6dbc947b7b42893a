/** What the command line lists and shows to operators, as JSON and on a terminal. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandList } from '../src/command-list.ts';
import { tableText } from '../src/printing/table-text.ts';
import { anEmail, password, startShell, type Shell } from './shell.ts';

let shell: Shell;
let email: string;
let user: { id: string };
let account: { id: string };
let location: { id: string };
let client: { client_id: string };
let connection: { id: string };

beforeAll(async () => {
  shell = await startShell();
  email = anEmail();
  user = await shell.hub('user create', { email, password, 'first-name': 'Ada' });
  account = await shell.hub('account create', { user: email, name: 'Chez Ada', currency: 'EUR' });
  location = await shell.hub('location create', { account: account.id, name: 'Rue du Bac' });
  client = await shell.hub('client create', { user: email.toUpperCase(), name: 'Till' });
  const grant = { client: client.client_id, location: location.id, scope: 'location[orders.write]' };
  connection = await shell.hub('connection create', grant);
  await shell.hub('operator add', { user: email });
});
afterAll(() => shell.close());

test('users, accounts, locations, clients and connections, by id, and users by email address too', async () => {
  const named = { id: account.id, name: 'Chez Ada' };
  expect(await shell.hub(`user show ${email}`)).toEqual(await shell.hub(`user show ${user.id}`));
  expect(await shell.hub('user list')).toEqual([expect.objectContaining({ id: user.id, email })]);
  expect(await shell.hub('account list', { user: email })).toEqual([expect.objectContaining(named)]);
  expect(await shell.hub(`account show ${account.id}`)).toMatchObject({ ...named, owner_email: email, locations: 1 });
  expect(await shell.hub('location list', { account: account.id })).toMatchObject([{ id: location.id }]);
  expect(await shell.hub(`location show ${location.id}`)).toMatchObject({ id: location.id, name: 'Rue du Bac' });
  expect(await shell.hub('client list', { user: user.id })).toMatchObject([{ id: client.client_id, name: 'Till' }]);
  expect(await shell.hub(`client show ${client.client_id}`)).toMatchObject({ name: 'Till', user_id: user.id });
  expect(await shell.hub(`connection show ${connection.id}`)).toMatchObject({ id: connection.id, status: 'active' });
  expect(await shell.errorOf('account list', { user: 'nobody@example.com' })).toBe(
    'No user has the email address nobody@example.com.\n',
  );
  expect(await shell.errorOf('client show nothing')).toBe('Client not found\n');
});

test('on a terminal a list is a table and one thing is a record; with --json they are JSON', async () => {
  const [titles, row, ...others] = await shell.linesOnTerminal('account', 'list');
  expect(titles).toMatch(/^ID +NAME +CURRENCY +SUSPENDED +LOCATIONS$/);
  expect(row).toMatch(new RegExp(`^${account.id} +Chez Ada +EUR +false +1$`));
  expect(others).toEqual([]);
  const record = await shell.linesOnTerminal('account', 'show', account.id);
  expect(record).toEqual(expect.arrayContaining([expect.stringMatching(/^owner_email +\S+@example.com$/)]));
  const { stdout } = await shell.shell(['account', 'show', account.id, '--json'], { isTerminal: true });
  expect(JSON.parse(stdout)).toMatchObject({ id: account.id });
  expect(await shell.linesOnTerminal('location', 'list', '--account', 'nothing')).toEqual(['There are none.']);
});

test('a table has columns that exist', async () => {
  for (const noun of ['user', 'account', 'location', 'client', 'connection', 'operator']) {
    const [item] = await shell.hub(`${noun} list`);
    const group = commandList.flatMap(({ entries }) => entries).find(({ name }) => name === noun);
    const list = group && 'commands' in group ? group.commands.find(({ name }) => name === 'list') : undefined;
    const columns = typeof list?.prints === 'object' ? list.prints.columns : [];
    expect([noun, columns.filter((column) => !(column in item))]).toEqual([noun, []]);
  }
});

test('what others have named does nothing to the terminal', () => {
  const rows = [{ name: '\u001b[2Jgone\u009b1m', place: { city: '東京' } }, { name: 'a\u202eb' }];
  expect(tableText(rows, ['name', 'place.city'])).toBe(
    ['NAME         PLACE CITY', ' [2Jgone 1m  東京', 'a b          –', ''].join('\n'),
  );
});

test('tells its version', async () => {
  expect(await shell.shell(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
});
