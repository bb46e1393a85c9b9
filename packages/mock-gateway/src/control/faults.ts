import { type FaultInput, faultInput } from '../faults/fault.ts';
import { ControlError } from './control-error.ts';
import type { ControlDeps } from './deps.ts';
import { parseInput } from './input.ts';

/** contract: GET, POST, DELETE /faults. */
export function faultControls({ faults, events }: ControlDeps) {
  const tell = (change: string, data: object) => events.emit({ type: 'fault', data: { change, ...data } });

  return {
    list: () => ({ items: faults.list(), nextCursor: null }),

    add(input: FaultInput) {
      const fault = faults.add(parseInput(faultInput, input));
      tell('added', fault);
      return fault;
    },

    remove(id: string): void {
      if (!faults.remove(id)) throw new ControlError('not_found', 'There is no fault with that id.');
      tell('removed', { id });
    },

    clear(): void {
      faults.clear();
      tell('cleared', {});
    },
  };
}
