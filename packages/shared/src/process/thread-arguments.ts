/**
 * What Node is told for each worker thread (`execArgv`). Without it, piscina loads our ES modules with `require`, and Node 20
 * ends the whole process (`v8::Module::IsGraphAsync`) when a thread is stopped that is just loading one
 * (docs/decisions/0024-catalogs-are-prepared-in-threads.md). What the process itself was told is left out: the options of a test
 * run are for sources, and threads run compiled files.
 */
export const threadArguments = ['--no-experimental-require-module'];
