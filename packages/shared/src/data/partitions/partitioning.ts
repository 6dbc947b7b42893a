import type { Migration } from '../migration.ts';

/** Rebuilds the indexes `definitions` of a table that has none, and its primary key. */
const addIndexes = (table: string) => `
  execute format('alter table ${table} add constraint ${table}_pkey %s', key);
  foreach definition in array definitions loop execute definition; end loop;`;

const readIndexes = (table: string) => `
  select pg_get_constraintdef(oid) into key from pg_constraint where conrelid = '${table}'::regclass and contype = 'p';
  select coalesce(array_agg(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') order by indexrelid), '{}')
    into definitions from pg_index where indrelid = '${table}'::regclass and not indisprimary;`;

const wholeTable = (table: string) => `do $do$
    declare
      key text;
      definitions text[];
      definition text;
      options text;
    begin
      lock table ${table} in access exclusive mode;
      ${readIndexes(table)}
      select coalesce('with (' || array_to_string(c.reloptions, ', ') || ')', '') into options
        from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${table}'::regclass limit 1;
      alter table ${table} rename to ${table}_in_partitions;
      execute 'create table ${table} (like ${table}_in_partitions including defaults including storage) ' || options;
      insert into ${table} select * from ${table}_in_partitions;
      drop table ${table}_in_partitions;
      ${addIndexes(table)}
    end
    $do$`;

/**
 * Makes a table one that is partitioned by its ids, and thus by time (docs/decisions/0062-partitions-by-id.md). What is stored
 * becomes the first partition, for all ids: nothing is read or moved, and the lock lasts for milliseconds. Statements of earlier
 * releases run as before. The indexes keep their names; those of the first partition get new ones. Later, `startKeepingPartitions`
 * adds partitions. `down` copies all rows into one table.
 */
export const partitionedTable = (name: string, table: string): Migration => ({
  name,
  up: `do $do$
    declare
      key text;
      definitions text[];
      definition text;
      index_name text;
    begin
      -- An autovacuum gives way to this lock, which holds up no one.
      lock table ${table} in share update exclusive mode;
      lock table ${table} in access exclusive mode;
      ${readIndexes(table)}
      alter table ${table} rename to ${table}_first;
      for index_name in
        select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = '${table}_first'::regclass
      loop
        execute format('alter index %I rename to %I', index_name, regexp_replace(index_name, '^${table}', '${table}_first'));
      end loop;
      create table ${table} (like ${table}_first including defaults including storage) partition by range (id);
      ${addIndexes(table)}
      -- Every id fits, so PostgreSQL need not check those that are stored.
      alter table ${table} attach partition ${table}_first for values from (minvalue) to (maxvalue);
    end
    $do$`,
  down: wholeTable(table),
});
