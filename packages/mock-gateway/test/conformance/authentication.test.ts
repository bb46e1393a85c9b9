import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { callerOf, openGateway } from '../scenarios/harness.ts';
import { v3Calls } from '../v3-calls.ts';

describe.each(v3Calls)('$name', ({ name, key, params }) => {
  it('the endpoint rejects a request without mchId or without sign [spec:auth.sign-required]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const path = `/v3/${name}`;
    const named = { mchId: caller.keys.mchId, ...params };
    const unsigned = await caller.raw(path, named);
    const nameless = await caller.raw(path, { ...params, sign: sign(params, caller.keys[key]) });
    for (const answer of [unsigned, nameless]) {
      expect(answer).toMatchObject({ status: 400, error: 'invalid_request' });
    }
  });

  it('the endpoint hides its responses from a page of another origin [spec:auth.server-only]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    const answers = [
      await caller.request(`/v3/${name}`, { method: 'OPTIONS', headers }),
      await caller.v3(name, params, { headers }),
    ];
    expect(answers[0]?.status).toBe(405);
    for (const answer of answers) {
      const granted = [...answer.headers.keys()].filter((header) => header.startsWith('access-control-'));
      expect(granted).toEqual([]);
    }
  });
});
