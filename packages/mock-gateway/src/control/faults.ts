import { type FaultInput, faultInput } from '../faults/fault.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlDeps } from './deps.ts';
import { parseInput } from './input.ts';
import { onePage } from './paging.ts';
import type { ControlEvent } from './responses/events.ts';

/** Calls that list, add and remove faults (contract: GET, POST, DELETE /faults). */
export function faultControls({ faults: faultsNow, events }: ControlDeps) {
  const publish = (change: string, data: object) =>
    events.publish(() => [{ type: 'fault', data: { change, ...data } } satisfies ControlEvent]);

  return {
    list: async () => onePage(await faultsNow().list()),

    /** Adds a fault and returns it with its `id`. */
    async add(input: FaultInput) {
      const fault = await faultsNow().add(parseInput(faultInput, input));
      publish('added', fault);
      return fault;
    },

    /** @throws {ControlError} `not_found`, also after the fault has occurred `times` times */
    async remove(id: string): Promise<void> {
      if (!(await faultsNow().remove(id))) throw new ControlError('not_found', 'No fault has this ID.');
      publish('removed', { id });
    },

    /** Removes every fault. */
    async clear(): Promise<void> {
      await faultsNow().clear();
      publish('cleared', {});
    },
  };
}
