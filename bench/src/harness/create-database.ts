import pg from 'pg';

/** Creates a database on a server. Returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
