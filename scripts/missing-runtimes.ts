/** Prints the line with the missing programs of tests on this machine. `npm test` runs it first. */
import { missingRuntimes } from '../test/runtimes.ts';

process.stdout.write(missingRuntimes());
