/** Prints the programs of tests that this machine lacks. `npm test` runs this first. */
import { missingRuntimes } from '../test/runtimes.ts';

process.stdout.write(missingRuntimes());
