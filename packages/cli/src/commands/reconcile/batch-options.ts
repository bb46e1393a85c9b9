import type { Command } from 'commander';
import { readRequestsPerMinute } from '../../input/value-readers.ts';
import { defaultRequestsPerMinute } from './batch-client.ts';

export interface BatchOptions {
  /** Result file, by default next to the input file. */
  readonly output?: string;
  readonly requestsPerMinute: number;
}

/** Adds the options of a batch. `kind` is part of the name of the result file. */
export function addBatchOptions(command: Command, kind: string): Command {
  return command
    .option('--output <file>', `result file (default: FILE.${kind}.csv)`)
    .option(
      '--requests-per-minute <number>',
      'maximum number of requests per minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    );
}
