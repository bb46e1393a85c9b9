import type { MockGateway } from '@inrgate/mock-gateway';
import { allOf } from '../input/choices.ts';

/** What the gateway takes. Only its type: loading the gateway would take longer than the call. */
type FaultInput = Parameters<MockGateway['faults']['add']>[0];
type CallbackAction = Extract<FaultInput, { readonly endpoint: 'callback' }>['action'];
type WireAction = Exclude<FaultInput, { readonly endpoint: 'callback' }>['action'];

/** Where a fault can strike. */
export const faultEndpoints = allOf<FaultInput['endpoint']>({
  payin: true,
  payout: true,
  'check-order-status': true,
  'check-gateway-balance': true,
  'create-link': true,
  'link-status': true,
  callback: true,
  '*': true,
});

/** Each kind of action, and the options that its details are given by. */
type Actions<Action extends { readonly kind: string }> = {
  readonly [Kind in Action['kind']]: {
    readonly [Detail in Exclude<keyof Extract<Action, { readonly kind: Kind }>, 'kind'>]: `--${string}`;
  };
};

/** What an answer of the API can suffer. */
export const wireActions: Actions<WireAction> = {
  status: { status: '--status', error: '--error', retryAfter: '--retry-after' },
  delay: { ms: '--ms' },
  drop: {},
  hang: {},
  truncate: {},
  garbage: {},
};

/** What the delivery of a callback can suffer. */
export const callbackActions: Actions<CallbackAction> = {
  delay: { ms: '--ms' },
  drop: {},
  duplicate: {},
  tamper: {},
};

/** Every kind of action. */
export const faultKinds = Object.keys({ ...wireActions, ...callbackActions });
