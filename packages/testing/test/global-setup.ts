import { templateDatabase } from '../src/servers/fresh-database.ts';

export default templateDatabase('notes', [
  { name: '0001-notes', up: 'create table notes (text text not null)', down: 'drop table notes' },
]);
