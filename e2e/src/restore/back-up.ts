/** What pg_basebackup does, with PostgreSQL's own functions for it. */
import { chownSync, copyFileSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Folders of which a backup has the name only, and files that belong to the running server. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const left = new Set(['postmaster.pid', 'postmaster.opts']);

/** Files come and go while the server runs; the WAL tells what they contained. */
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function copyEntry(from: string, to: string, depth: number): void {
  const status = lstatSync(from);
  if (status.isDirectory()) copyFolder(from, to, depth + 1);
  else copyFileSync(from, to);
  chownSync(to, status.uid, status.gid);
}

function copyFolder(from: string, to: string, depth = 0): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(from)) {
    if (depth === 0 && left.has(name)) continue;
    if (depth === 0 && emptied.has(name)) makeEmpty(join(from, name), join(to, name));
    else unlessGone(() => copyEntry(join(from, name), join(to, name), depth));
  }
}

/** Makes the folder with its subfolders (pg_wal/archive_status), without files. */
function makeEmpty(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  mkdirSync(to, { mode: 0o700 });
  chownSync(to, uid, gid);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) makeEmpty(join(from, entry.name), join(to, entry.name));
  }
}

type Backup = { end: string; label: string };

/** Copies a running server's folder. Returns the position in the WAL up to which the copy has every change. */
export async function backUp({ folder, url }: { folder: string; url: string }, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('a backup under load', true)`);
  copyFolder(folder, to);
  const { rows } = await client.query<Backup>('select lsn::text as end, labelfile as label from pg_backup_stop()');
  await client.end();
  const { end, label } = rows[0] as Backup;
  writeFileSync(join(to, 'backup_label'), label);
  for (const segment of readdirSync(join(folder, 'pg_wal'))) {
    if (/^[0-9A-F]{24}$/.test(segment)) copyEntry(join(folder, 'pg_wal', segment), join(to, 'pg_wal', segment), 1);
  }
  const { uid, gid } = statSync(folder);
  for (const path of [to, join(to, 'backup_label')]) chownSync(path, uid, gid);
  return end;
}
