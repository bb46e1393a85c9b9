import type { MockGateway } from '../../../src/index.ts';
import type { Answer, Caller } from '../../client.ts';
import { afterStart, callerOf, minute, Orders } from '../harness.ts';
import { rejecting, type ScriptedNetwork } from '../sender.ts';

/** A gateway, a client and a callback receiver. */
export interface Scene {
  readonly gateway: MockGateway;
  readonly network: ScriptedNetwork;
  readonly caller: Caller;
  readonly orders: Orders;
}

export function sceneOf(gateway: MockGateway, network: ScriptedNetwork): Scene {
  return { gateway, network, caller: callerOf(gateway), orders: new Orders(gateway) };
}

/** URL that receives the callbacks. */
export const callbackUrl = 'http://merchant.example/';

/** Sends the same request at each call. */
export type Ask = () => Promise<Answer>;

export interface Operation {
  readonly prepare: (scene: Scene) => Promise<Ask>;
  /** Number of commits that must be stored before the response, by default one. */
  readonly commits?: number;
  /** False if a repeat after a 500 returns another result. */
  readonly repeatable?: false;
}

/** Operations by name. */
export const operations: Readonly<Record<string, Operation>> = {
  'create a pay-in': {
    prepare:
      async ({ caller }) =>
      () =>
        caller.payin(),
  },
  'create a payout': {
    prepare:
      async ({ caller }) =>
      () =>
        caller.payout(),
  },
  'create a link': {
    prepare:
      async ({ caller }) =>
      () =>
        caller.createLink({ client_ref: 'L', amount: '500.00' }),
  },
  'repeat a pay-in': { prepare: ({ caller }) => once(() => caller.payin()), commits: 0 },
  'repeat a payout': { prepare: ({ caller }) => once(() => caller.payout()), commits: 0 },
  'pay a pay-in': { prepare: async (scene) => control(scene, `payins/${await scene.orders.payin()}/pay`) },
  'pay a link': {
    prepare: async (scene) => {
      const linkCode = await scene.orders.link({ notify_url: callbackUrl });
      return control(scene, `links/${linkCode}/pay`);
    },
  },
  'fail a pay-in': { prepare: async (scene) => control(scene, `payins/${await scene.orders.payin()}/fail`) },
  'pay at the checkout': { prepare: payOnCheckout },
  'let a pay-in expire': {
    prepare: async (scene) => {
      await scene.orders.payin();
      return freezeAt(scene, 30 * minute);
    },
  },
  'approve a payout': { prepare: async (scene) => movePayout(scene, 'approve') },
  'complete a payout': {
    prepare: async (scene) => {
      const orderNo = await scene.orders.payout();
      await scene.gateway.payouts.approve(orderNo);
      return control(scene, `payouts/${orderNo}/complete`);
    },
  },
  'reject a payout': { prepare: async (scene) => movePayout(scene, 'reject') },
  'cancel a payout': { prepare: async (scene) => movePayout(scene, 'cancel') },
  're-send a callback': {
    prepare: async (scene) => {
      const orderNo = await scene.orders.payin();
      await scene.gateway.payins.pay(orderNo);
      await scene.gateway.callbacks.settle();
      return control(scene, `payins/${orderNo}/resend`);
    },
    // A repeated call would add a second attempt.
    repeatable: false,
  },
  're-deliver a rejected callback': {
    prepare: async (scene) => {
      await deliverInVain(scene);
      scene.network.script = () => ({});
      return freezeAt(scene, minute);
    },
    commits: 0,
  },
  'abandon a callback': {
    prepare: async (scene) => {
      await deliverInVain(scene);
      await scene.gateway.clock.advance('82m');
      return freezeAt(scene, 441 * minute);
    },
    commits: 0,
  },
  'test the endpoint': {
    prepare: async (scene) => control(scene, `merchants/${scene.caller.keys.mchId}/test-callback`),
    commits: 2,
    // The gateway records each of the two deliveries after its end. The format stays JSON.
    repeatable: false,
  },
  'change the settings': {
    prepare: async (scene) => control(scene, 'settings', { method: 'PATCH', body: { usdtRate: '91.0000' } }),
  },
  'add a merchant': {
    prepare: async (scene) => {
      const body = { mchId: 'NEW', mchKey: 'k', mchSecret: 's' };
      return control(scene, 'merchants', { body });
    },
  },
  'change a merchant': {
    prepare: async (scene) => {
      const body = { usdtEnabled: false };
      return control(scene, `merchants/${scene.caller.keys.mchId}`, { method: 'PATCH', body });
    },
  },
  'top up a wallet': {
    prepare: async (scene) => {
      const body = { amount: '7.00' };
      return control(scene, `merchants/${scene.caller.keys.mchId}/credit`, { body });
    },
  },
  'move the clock': { prepare: async (scene) => freezeAt(scene, 60 * minute), commits: 0 },
  reset: {
    prepare: async (scene) => {
      await scene.gateway.payins.pay(await scene.orders.payin());
      await scene.gateway.settings.update({ orderValidityMinutes: 7 });
      await scene.gateway.callbacks.settle();
      return control(scene, 'reset');
    },
  },
};

async function once(ask: Ask): Promise<Ask> {
  await ask();
  return ask;
}

interface ControlRequest {
  readonly method?: string;
  readonly body?: object;
}

function control({ caller }: Scene, path: string, { method = 'POST', body = {} }: ControlRequest = {}): Ask {
  const headers = { 'content-type': 'application/json' };
  return () => caller.request(`/_mock/${path}`, { method, body: JSON.stringify(body), headers });
}

/** Freezes the clock at a fixed instant, so the call can be repeated. */
function freezeAt(scene: Scene, ms: number): Ask {
  return control(scene, 'clock/freeze', { body: { at: afterStart(ms) } });
}

async function movePayout(scene: Scene, move: string): Promise<Ask> {
  return control(scene, `payouts/${await scene.orders.payout()}/${move}`);
}

async function payOnCheckout({ gateway, orders, caller }: Scene): Promise<Ask> {
  const { payUrl } = await gateway.payins.get(await orders.payin());
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return () => caller.bytes(`${new URL(payUrl).pathname}/pay`, 'utr=123456789012', headers);
}

async function deliverInVain({ gateway, network, orders }: Scene): Promise<void> {
  network.script = rejecting;
  await gateway.payins.pay(await orders.payin());
  await gateway.callbacks.settle();
}
