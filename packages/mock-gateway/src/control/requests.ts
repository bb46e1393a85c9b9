import { z } from 'zod';
import { ControlError } from './control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput } from './input.ts';

export const requestFilter = z.strictObject(pageInput);
export type RequestFilter = z.input<typeof requestFilter>;

/** The wire requests, newest first (contract: GET /requests). */
export function requestControls({ log }: ControlDeps) {
  return {
    list: (filter: RequestFilter = {}) => log.list(parseInput(requestFilter, filter)),

    get(id: string) {
      const entry = log.get(id);
      if (entry === null) throw new ControlError('not_found', 'There is no such request in the log.');
      return entry;
    },
  };
}
