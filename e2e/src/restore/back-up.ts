/** What pg_basebackup does, with PostgreSQL's own functions for it. */
import { chown, copyFile, lstat, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Folders of which a backup has no files. */
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
/** Files of the running server. */
const left = new Set(['postmaster.pid', 'postmaster.opts']);

/** Files come and go while the server runs; the WAL tells what they contained. */
async function unlessGone(work: Promise<void>): Promise<void> {
  await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function makeFolder(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await mkdir(to, { mode: 0o700 });
  await chown(to, uid, gid);
}

async function copyEntry(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from);
  await copyFile(from, to);
  await chown(to, uid, gid);
}

/** `depth`: 0 for the data folder itself. `hasFiles`: whether files are copied, or folders only. */
async function copyFolder(from: string, to: string, { depth = 0, hasFiles = true } = {}): Promise<void> {
  await makeFolder(from, to);
  for (const name of await readdir(from)) {
    if (depth === 0 && left.has(name)) continue;
    const [source, target] = [join(from, name), join(to, name)];
    const isFolder = await lstat(source).then(
      (status) => status.isDirectory(),
      () => false,
    );
    const inside = { depth: depth + 1, hasFiles: hasFiles && !(depth === 0 && emptied.has(name)) };
    if (isFolder) await unlessGone(copyFolder(source, target, inside));
    else if (hasFiles) await unlessGone(copyEntry(source, target));
  }
}

type Backup = { end: string; label: string };

/** Copies a running server's folder. Returns the position in the WAL up to which the copy has every change. */
export async function backUp({ folder, url }: { folder: string; url: string }, to: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('a backup under load', true)`);
  await copyFolder(folder, to);
  const { rows } = await client.query<Backup>('select lsn::text as end, labelfile as label from pg_backup_stop()');
  await client.end();
  const { end, label } = rows[0] as Backup;
  await writeFile(join(to, 'backup_label'), label);
  const { uid, gid } = await stat(folder);
  await chown(join(to, 'backup_label'), uid, gid);
  for (const segment of await readdir(join(folder, 'pg_wal'))) {
    if (/^[0-9A-F]{24}$/.test(segment)) await copyEntry(join(folder, 'pg_wal', segment), join(to, 'pg_wal', segment));
  }
  return end;
}
