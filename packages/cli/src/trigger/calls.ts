import { type ControlClient, type MoveName, orderMoves } from '@inrgate/mock-gateway/control';
import type { GatewayClient } from '@inrgate/sdk';
import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { paramNames } from '../input/field-options.ts';
import type { Collection } from '../mock/any-order.ts';

/** Clients that a scenario uses. */
export interface Parties {
  /** Client that sends the requests of the merchant's server. */
  readonly client: GatewayClient;
  /** Client of the control API. Acts as the customer and the operator, and moves the clock. */
  readonly control: ControlClient;
  readonly mchId: string;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface CallInput {
  readonly of: string;
  readonly fields: Fields;
}

interface CallKind {
  /** Fields that `with` and `--override` can set. */
  readonly fields: readonly string[];
  readonly run: (parties: Parties, input: CallInput) => Promise<object>;
}

/** Creates the call of a move. The gateway finds the order by its number. */
function move(name: MoveName): CallKind {
  return {
    fields: Object.keys(orderMoves[name].fields),
    run: ({ control }, { of, fields: body }) => control.post(`/orders/:id/${name}`, { id: of, body }),
  };
}

function lookUp(collection: Collection): CallKind {
  return { fields: [], run: ({ control }, { of }) => control.get(`/${collection}/:id`, { id: of }) };
}

type Arguments<K extends 'payins' | 'payouts' | 'links'> = Parameters<GatewayClient[K]['create']>[0];

/** Calls of the merchant's server. The SDK validates the fields. */
const merchantCalls = {
  'payins.create': {
    fields: paramNames(v3Requests.payin.fields),
    run: ({ client }, { fields }) => client.payins.create(fields as unknown as Arguments<'payins'>),
  },
  'payouts.create': {
    fields: paramNames(v3Requests.payout.fields),
    run: ({ client }, { fields }) => client.payouts.create(fields as unknown as Arguments<'payouts'>),
  },
  'links.create': {
    fields: paramNames(v1Requests['create-link'].fields),
    run: ({ client }, { fields }) => client.links.create(fields as unknown as Arguments<'links'>),
  },
} as const satisfies Record<string, CallKind>;

const controlCalls = {
  'payins.get': lookUp('payins'),
  'payins.pay': move('pay'),
  'payins.fail': move('fail'),
  'payins.resend': {
    fields: [],
    run: ({ control }, { of }) => control.post('/orders/:id/resend', { id: of }),
  },
  'links.get': lookUp('links'),
  'links.pay': move('pay'),
  'payouts.get': lookUp('payouts'),
  'payouts.approve': move('approve'),
  'payouts.complete': move('complete'),
  'payouts.reject': move('reject'),
  'payouts.cancel': move('cancel'),
  'clock.advance': {
    fields: ['by'],
    run: ({ control }, { fields }) => control.post('/clock/advance', { body: fields as { by: string } }),
  },
  'faults.add': {
    fields: ['mchOrderNo', 'action', 'times'],
    run: ({ control, mchId }, { fields }) =>
      control.post('/faults', {
        body: { endpoint: 'callback', mchId, ...(fields as { action: { kind: 'drop' } }) },
      }),
  },
  'merchants.testCallback': {
    fields: [],
    run: ({ control, mchId }) => control.post('/merchants/:id/test-callback', { id: mchId }),
  },
} as const satisfies Record<string, CallKind>;

export const calls: Readonly<Record<CallName, CallKind>> = { ...merchantCalls, ...controlCalls };

export type CallName = keyof typeof merchantCalls | keyof typeof controlCalls;
export const callNames = [...Object.keys(merchantCalls), ...Object.keys(controlCalls)] as [
  CallName,
  ...CallName[],
];

/** Returns true for a control call that can cause callbacks. */
export function isMove(name: CallName): boolean {
  return Object.hasOwn(controlCalls, name) && !name.endsWith('.get') && name !== 'faults.add';
}
