/** Prints the programs that tests need and that are missing on this machine. `npm test` runs this script first. */
import { missingRuntimes } from '../test/runtimes.ts';

process.stdout.write(missingRuntimes());
