import type { Operator } from '@order-hub/operator/client';

/** Input, output and environment of a command line, so that tests can run one in their own process. */
export type Terminal = {
  stdin: AsyncIterable<string | Buffer>;
  print: (text: string) => void;
  printError: (text: string) => void;
  env?: NodeJS.ProcessEnv;
};

/** Runs `work` with the management API and prints the result as JSON. */
export type Run = (work: (operator: Operator) => Promise<unknown>) => Promise<void>;
