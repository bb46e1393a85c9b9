import type { MockGateway } from '@inrgate/mock-gateway';
import { allOf } from '../input/choices.ts';

/** Input of the gateway. Imported only as a type, because loading the gateway takes longer than the request. */
type FaultInput = Parameters<MockGateway['faults']['add']>[0];
type CallbackAction = Extract<FaultInput, { readonly endpoint: 'callback' }>['action'];
type WireAction = Exclude<FaultInput, { readonly endpoint: 'callback' }>['action'];

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

/** Kinds of action. Each kind lists the options for its details. */
type Actions<Action extends { readonly kind: string }> = {
  readonly [Kind in Action['kind']]: {
    readonly [Detail in Exclude<keyof Extract<Action, { readonly kind: Kind }>, 'kind'>]: `--${string}`;
  };
};

/** Actions for responses of the API. */
export const wireActions: Actions<WireAction> = {
  status: { status: '--status', error: '--error', retryAfter: '--retry-after' },
  delay: { ms: '--ms' },
  drop: {},
  hang: {},
  truncate: {},
  garbage: {},
};

export const callbackActions: Actions<CallbackAction> = {
  delay: { ms: '--ms' },
  drop: {},
  duplicate: {},
  tamper: {},
};

export const faultKinds = Object.keys({ ...wireActions, ...callbackActions });
