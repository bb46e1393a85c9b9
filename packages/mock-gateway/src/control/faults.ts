import { faultInput } from '../faults/fault.ts';
import { ControlError } from '../http/core/control-error.ts';
import { call } from './call.ts';
import type { ControlGateway } from './control-gateway.ts';
import { onePage } from './paging.ts';
import type { ControlEvent } from './responses/events.ts';

const examples = {
  'Commit the order, and lose the response': {
    endpoint: 'payin',
    phase: 'after',
    times: 1,
    action: { kind: 'drop' },
  },
  'Return an error without processing the request': {
    endpoint: '*',
    phase: 'before',
    probability: 0.1,
    action: { kind: 'status', status: 503, error: 'maintenance', retryAfter: 5 },
  },
  'Alter the callback after signing': {
    endpoint: 'callback',
    mchOrderNo: 'ORDER-1',
    action: { kind: 'tamper' },
  },
};

/** Calls that list, add and remove faults (contract: GET, POST, DELETE /faults). */
export const faultCalls = {
  list: call({
    route: 'GET /faults',
    summary: 'List the active faults',
    response: 'FaultList',
    run: async ({ faults }) => onePage(faults.list()),
  }),
  /** Adds a fault and returns it with its `id`. */
  add: call({
    route: 'POST /faults',
    summary: 'Inject a fault',
    status: 201,
    body: { schema: faultInput, examples },
    response: 'Fault',
    run: async (gateway, { body }) => {
      const fault = gateway.faults.add(body);
      publish(gateway, 'added', fault);
      return fault;
    },
  }),
  /** @throws {ControlError} `not_found`, also after the fault has occurred `times` times */
  remove: call({
    route: 'DELETE /faults/:id',
    summary: 'Remove a fault',
    run: async (gateway, { id }): Promise<void> => {
      if (!gateway.faults.remove(id)) throw new ControlError('not_found', 'No fault has this ID.');
      publish(gateway, 'removed', { id });
    },
  }),
  /** Removes every fault. */
  clear: call({
    route: 'DELETE /faults',
    summary: 'Remove all faults',
    run: async (gateway): Promise<void> => {
      gateway.faults.removeAll();
      publish(gateway, 'cleared', {});
    },
  }),
};

function publish({ events }: ControlGateway, change: string, data: object): void {
  events.publish(() => [{ type: 'fault', data: { change, ...data } } satisfies ControlEvent]);
}
