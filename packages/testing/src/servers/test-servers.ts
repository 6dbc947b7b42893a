/** A PostgreSQL server for tests. `url` is the superuser's, of the database `postgres`; `log` is its log file, if it is on this machine. */
export type TestPostgres = { url: string; log?: string; stop(): Promise<void> };

/**
 * A RabbitMQ server for tests. `kill` ends it at once and `start` starts it again with its data; both are null for a server
 * that the tests do not own. `stop` ends it and removes its data. `processGroup` is defined for a private node only.
 */
export type TestRabbitmq = {
  url: string;
  kill: (() => Promise<void>) | null;
  start: (() => Promise<void>) | null;
  stop(): Promise<void>;
  processGroup(): number | undefined;
};

/** Texts of definitions that RabbitMQ loads at its start, by the names of their files. */
export type Definitions = Readonly<Record<string, string>>;

/** A Redis server for tests. `kill` ends it at once, with all it counted, and `start` starts it again; `stop` ends it for good. */
export type TestRedis = { url: string; kill(): Promise<void>; start(): Promise<void>; stop(): Promise<void> };
