import { templateDatabase } from '../src/testing/fresh-database.ts';

export default templateDatabase('shared', [
  { name: '0001-notes', up: 'create table notes (text text not null)', down: 'drop table notes' },
]);
