import { type FaultInput, faultInput } from '../faults/fault.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import { parseInput } from './input.ts';
import { onePage } from './paging.ts';
import type { ControlEvent } from './responses/events.ts';

/** Calls that list, add and remove faults (contract: GET, POST, DELETE /faults). */
export function faultControls({ faults, events }: ControlGateway) {
  const publish = (change: string, data: object) =>
    events.publish(() => [{ type: 'fault', data: { change, ...data } } satisfies ControlEvent]);

  return {
    list: async () => onePage(faults.list()),

    /** Adds a fault and returns it with its `id`. */
    async add(input: FaultInput) {
      const fault = faults.add(parseInput(faultInput, input));
      publish('added', fault);
      return fault;
    },

    /** @throws {ControlError} `not_found`, also after the fault has occurred `times` times */
    async remove(id: string): Promise<void> {
      if (!faults.remove(id)) throw new ControlError('not_found', 'No fault has this ID.');
      publish('removed', { id });
    },

    /** Removes every fault. */
    async clear(): Promise<void> {
      faults.removeAll();
      publish('cleared', {});
    },
  };
}
