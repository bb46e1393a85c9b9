import { type ControlClient, type MoveName, orderMoves } from '@inrgate/mock-gateway/control';
import type { GatewayClient } from '@inrgate/sdk';
import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { paramNames } from '../input/field-options.ts';

export interface Parties {
  readonly client: GatewayClient;
  readonly control: ControlClient;
  readonly mchId: string;
}

export type Fields = Readonly<Record<string, unknown>>;

interface CallKind {
  /** Fields that `with` and `--override` can set. */
  readonly fields: readonly string[];
  /** True if the call can cause callbacks. */
  readonly moves?: true;
  readonly run: (parties: Parties, fields: Fields, of: string) => Promise<object>;
}

function move(name: MoveName): CallKind {
  return {
    fields: Object.keys(orderMoves[name].fields),
    moves: true,
    run: ({ control }, body, id) => control.post(`/orders/:id/${name}`, { id, body }),
  };
}

function lookUp(collection: 'payins' | 'payouts' | 'links'): CallKind {
  return { fields: [], run: ({ control }, _fields, id) => control.get(`/${collection}/:id`, { id }) };
}

type Arguments<K extends 'payins' | 'payouts' | 'links'> = Parameters<GatewayClient[K]['create']>[0];

const table = {
  // The SDK validates the fields of the merchant's requests.
  'payins.create': {
    fields: paramNames(v3Requests.payin.fields),
    run: ({ client }, fields) => client.payins.create(fields as unknown as Arguments<'payins'>),
  },
  'payouts.create': {
    fields: paramNames(v3Requests.payout.fields),
    run: ({ client }, fields) => client.payouts.create(fields as unknown as Arguments<'payouts'>),
  },
  'links.create': {
    fields: paramNames(v1Requests['create-link'].fields),
    run: ({ client }, fields) => client.links.create(fields as unknown as Arguments<'links'>),
  },
  'payins.get': lookUp('payins'),
  'payins.pay': move('pay'),
  'payins.fail': move('fail'),
  'payins.resend': {
    fields: [],
    moves: true,
    run: ({ control }, _fields, id) => control.post('/orders/:id/resend', { id }),
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
    moves: true,
    run: ({ control }, fields) => control.post('/clock/advance', { body: fields as { by: string } }),
  },
  'faults.add': {
    fields: ['mchOrderNo', 'action', 'times'],
    run: ({ control, mchId }, fields) =>
      control.post('/faults', {
        body: { endpoint: 'callback', mchId, ...(fields as { action: { kind: 'drop' } }) },
      }),
  },
  'merchants.testCallback': {
    fields: [],
    moves: true,
    run: ({ control, mchId }) => control.post('/merchants/:id/test-callback', { id: mchId }),
  },
} as const satisfies Record<string, CallKind>;

export type CallName = keyof typeof table;
export const calls: Readonly<Record<CallName, CallKind>> = table;
