/** The program for runtimes with a command line: its input is in the first argument, its result is printed. */
import process from 'node:process';
import { useClient } from './program.js';

console.log(JSON.stringify(await useClient(JSON.parse(process.argv[2]))));
