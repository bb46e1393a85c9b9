/** Prints the line that names the programs that tests lack on this machine: `npm test` runs it first. */
import { missingRuntimes } from '../test/runtimes.ts';

process.stdout.write(missingRuntimes());
