import { describe, expect, it, vi } from 'vitest';
import { isLeaseLostError } from '../../errors/callback-errors.ts';
import { signedCallback } from '../../testing/signed-callback.ts';
import type { PayinCallback } from '../callback.ts';
import { createCallbackHandler } from '../handler.ts';
import type { SharedData } from '../store.contract.ts';
import type { CallbackStore } from '../store.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key' };
const { body, contentType } = signedCallback('payin', credentials);

type Step = keyof CallbackStore;

/**
 * Breaks one step of a store for some calls, before or after the database runs the step. If it fails after the step,
 * only the result is lost. `recovered` resolves after the first call that reaches the database again.
 */
function failing(step: Step, times: number, when: 'before' | 'after') {
  const { promise: recovered, resolve } = Promise.withResolvers<void>();
  const broken = (store: CallbackStore): CallbackStore => {
    let left = times;
    const call = async (key: string) => {
      left -= 1;
      if (left >= 0) {
        if (when === 'after') await store[step](key);
        throw new Error('store down');
      }
      try {
        return await store[step](key);
      } finally {
        resolve();
      }
    };
    return { ...store, [step]: call };
  };
  return { broken, recovered };
}

/** Tests of two processes that handle the callbacks of one merchant on a shared store. */
export function sharedHandlersContract(name: string, open: () => SharedData | Promise<SharedData>): void {
  async function processes() {
    const data = await open();
    const onPayin = vi.fn<(callback: PayinCallback) => unknown>();
    const errors: unknown[] = [];
    const start = async (broken: (store: CallbackStore) => CallbackStore = (store) => store) => {
      const store = broken(await data.connect());
      const onError = (error: unknown) => errors.push(error);
      const handle = createCallbackHandler({ ...credentials, onPayin, onError, store });
      return async () => {
        const headers = { 'content-type': contentType };
        const response = await handle(new Request('http://shop.example/', { method: 'POST', headers, body }));
        return response.status;
      };
    };
    const [one, other] = [await start(), await start()];
    return { start, one, other, onPayin, errors, expireLeases: () => data.expireLeases() };
  }

  describe(`two processes on ${name}`, () => {
    it('two processes call the function once for 50 simultaneous deliveries and acknowledge each retry', async () => {
      const { one, other, onPayin } = await processes();
      const function_ = Promise.withResolvers<void>();
      onPayin.mockReturnValue(function_.promise);
      const answers = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one() : other()));
      let busy = 0;
      for (const answer of answers) void answer.then((status) => (busy += status === 503 ? 1 : 0));
      await vi.waitFor(() => expect(busy).toBe(49), 60_000);
      function_.resolve();
      const statuses = await Promise.all(answers);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const repeated = await Promise.all(answers.map((_, index) => (index % 2 === 0 ? one() : other())));
      // Only one of several simultaneous deliveries in a process queries the store. The gateway retries the other
      // deliveries.
      expect(repeated.every((status) => status === 200 || status === 503)).toBe(true);
      for (let count = 0; count < 50; count += 1) expect(await (count % 2 === 0 ? one() : other())).toBe(200);
      expect(onPayin).toHaveBeenCalledTimes(1);
    });

    it('two processes acknowledge a callback only after its function succeeds in the second process', async () => {
      const { one, other, onPayin, errors } = await processes();
      onPayin.mockRejectedValueOnce(new Error('database down'));
      expect(await one()).toBe(500);
      expect(await other()).toBe(200);
      expect(await one()).toBe(200);
      expect(onPayin).toHaveBeenCalledTimes(2);
      expect(errors).toMatchObject([{ message: 'database down' }]);
    });

    it('two processes call the function again when the lease of the first process has ended', async () => {
      const { one, other, onPayin, errors, expireLeases } = await processes();
      const crashed = Promise.withResolvers<void>();
      onPayin.mockReturnValueOnce(crashed.promise);
      const lost = one();
      await vi.waitFor(() => expect(onPayin).toHaveBeenCalledTimes(1), 60_000);
      expect(await other()).toBe(503);
      await expireLeases();
      expect(await other()).toBe(200);
      expect(onPayin).toHaveBeenCalledTimes(2);
      // The function was only slow. Its process finds the callback done.
      crashed.resolve();
      expect(await lost).toBe(200);
      expect(errors).toMatchObject([
        { message: expect.stringContaining('during the first delivery; the handler returned 503') },
      ]);
    });

    it('a process reports a function that was still running when another process took over the key', async () => {
      const { one, other, onPayin, errors, expireLeases } = await processes();
      const [slow, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      onPayin.mockReturnValueOnce(slow.promise).mockReturnValueOnce(second.promise);
      const first = one();
      await vi.waitFor(() => expect(onPayin).toHaveBeenCalledTimes(1), 60_000);
      await expireLeases();
      const taken = other();
      await vi.waitFor(() => expect(onPayin).toHaveBeenCalledTimes(2), 60_000);
      slow.resolve();
      expect(await first).toBe(500);
      expect(errors).toSatisfy(([error]: unknown[]) => isLeaseLostError(error));
      second.resolve();
      expect(await taken).toBe(200);
      expect(await one()).toBe(200);
      expect(onPayin).toHaveBeenCalledTimes(2);
    });

    const faults = (['claim', 'complete', 'release'] as const).flatMap((step) =>
      ([1, 3] as const).flatMap((times) =>
        (['before', 'after'] as const).map((when) => ({ step, times, when })),
      ),
    );

    it.each(faults)(
      'two processes finish a callback once although $step fails $times times, $when the store records it',
      async (fault) => {
        const { start, other, onPayin, expireLeases } = await processes();
        const { broken, recovered } = failing(fault.step, fault.times, fault.when);
        const one = await start(broken);
        let finished = 0;
        onPayin.mockImplementation(() => {
          finished += 1;
        });
        // The handler releases the claim of a failed function. This step can fail too.
        if (fault.step === 'release') onPayin.mockRejectedValueOnce(new Error('database down'));
        expect(await one()).toBe(500);
        // The gateway's next attempt reaches the other process. A finished function does not run again, even if the
        // store has not recorded its completion.
        expect([200, 503]).toContain(await other());
        if (fault.step === 'complete') {
          await vi.waitFor(async () => expect(await other()).toBe(200), 60_000);
        }
        await expireLeases();
        expect(await other()).toBe(200);
        // The first process can still fail. It can also return 503 for a key that it could not claim or release.
        for (let count = 0; count < 3; count += 1) await one();
        expect(finished).toBe(1);
        // Otherwise the handler would retry the completion beyond the test, in a database that is closed.
        if (fault.step === 'complete') await recovered;
      },
    );
  });
}
