/** Input, output and environment of a command line, so that tests can run one in their own process. */
export type Terminal = {
  stdin: AsyncIterable<string | Buffer>;
  print: (text: string) => void;
  printError: (text: string) => void;
  /** Whether a person reads what is printed. Otherwise results are JSON. */
  isTerminal?: boolean;
  /** What a person types without seeing it; undefined where nobody can. */
  askHidden?: (question: string) => Promise<string>;
  /** Aborts with the first Ctrl-C or SIGTERM from now on, which then no longer ends the process; the second one does. */
  interruption: () => AbortSignal;
  env?: NodeJS.ProcessEnv;
};
