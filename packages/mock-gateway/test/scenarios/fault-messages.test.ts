import { describe, expect, it } from 'vitest';
import { callbackFaultKinds, faultEndpoints, requestFaultKinds } from '../../src/domain/fault-kinds.ts';
import type { MockGateway } from '../../src/index.ts';
import { openGateway } from './harness.ts';

type Input = Parameters<MockGateway['faults']['add']>[0];

const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } };
const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

describe('invalid fault', () => {
  it.each([
    [{}, `endpoint: must be ${list.format(faultEndpoints)}`],
    [{ ...drop, endpoint: 'refund' }, `endpoint: must be ${list.format(faultEndpoints)}`],
    [{ ...drop, phase: undefined }, 'phase: must be before or after'],
    [{ ...drop, phase: 'later' }, 'phase: must be before or after'],
    [{ ...drop, action: { kind: 'duplicate' } }, `action.kind: must be ${list.format(requestFaultKinds)}`],
    [
      { endpoint: 'callback', action: { kind: 'hang' } },
      `action.kind: must be ${list.format(callbackFaultKinds)}`,
    ],
    [{ ...drop, action: { kind: 'status' } }, 'action.status: is missing'],
    [{ ...drop, action: { kind: 'status', status: 200 } }, 'action.status: must be 400 or more'],
    [{ ...drop, times: 0 }, 'times: must be 1 or more'],
    [{ ...drop, probability: 2 }, 'probability: must be 1 or less'],
    [{ ...drop, probability: 'often' }, 'probability: must be a number'],
    [{ ...drop, seed: 1 }, 'seed: is not a known key'],
    ['drop', 'must be an object'],
  ])(
    'the gateway rejects the fault %j with the name of the wrong key and the allowed values',
    async (input, message) => {
      const gateway = await openGateway();
      await expect(gateway.faults.add(input as Input)).rejects.toMatchObject({
        code: 'invalid_body',
        message,
      });
      const body = JSON.stringify(input);
      const response = await gateway.fetch(`${gateway.controlUrl}/faults`, { method: 'POST', body });
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({ error: 'invalid_body', message });
    },
  );
});
