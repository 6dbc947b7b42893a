import { templateDatabase } from '@order-hub/testing/fresh-database';

export default templateDatabase('shared', [
  { name: '0001-notes', up: 'create table notes (text text not null)', down: 'drop table notes' },
]);
