import { controlResponses } from '@inrgate/mock-gateway/internal';
import type { z } from 'zod';
import { type Collection, callOnOrder, type MovePath } from '../../mock/named-order.ts';
import * as answers from '../answers/orders.ts';
import * as common from '../arguments.ts';
import { refuseRemoteCallbacks } from '../callback-address.ts';
import { bodyOf } from '../control-schemas.ts';
import { callbackSentence, orderSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';
import { collections, nouns } from './orders.ts';

/** Action of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly collections: readonly Collection[];
  readonly annotations: Tool['annotations'];
}

const deposits = ['payins', 'links'] as const;

const moves: readonly Move[] = [
  {
    name: 'pay',
    title: 'Simulate a payment',
    description:
      'Simulates a customer who pays a pay-in or a link. The gateway credits the order and sends a callback. For an underpayment, set a lower ' +
      "paidAmount. Next: callback_settle, then order_get for the shop's response.",
    collections: deposits,
    annotations: hints.adds,
  },
  {
    name: 'fail',
    title: 'Simulate a failed payment',
    description: 'Simulates a failed payment of a pay-in or a link.',
    collections: deposits,
    annotations: hints.changes,
  },
  {
    name: 'approve',
    title: 'Approve a payout',
    description:
      'Approves a pending payout as the operator. The state changes to processing. Next: payout_complete.',
    collections: ['payouts'],
    annotations: hints.adds,
  },
  {
    name: 'complete',
    title: 'Complete a payout',
    description:
      'Completes the transfer of a processing payout as the operator. The gateway sends a callback to the shop.',
    collections: ['payouts'],
    annotations: hints.adds,
  },
  {
    name: 'reject',
    title: 'Reject a payout',
    description: 'Rejects a payout as the operator. The gateway returns the held amount to the wallet.',
    collections: ['payouts'],
    annotations: hints.changes,
  },
  {
    name: 'cancel',
    title: 'Cancel a payout',
    description: 'Cancels a payout. The gateway returns the held amount to the wallet.',
    collections: ['payouts'],
    annotations: hints.changes,
  },
];

export const moveTools: readonly Tool[] = [...moves.map(moveTool), resend()];

type Fields = Readonly<Record<string, z.ZodOptional<z.ZodType<string>>>>;

function pathOf(collection: Collection, name: string): MovePath {
  return `/${collection}/:id/${name}` as MovePath;
}

function moveTool({ collections: known, ...move }: Move): Tool {
  const [first = 'payins'] = known;
  const fields: Fields = bodyOf(`POST ${pathOf(first, move.name)}`);
  return tool({
    name: `${first === 'payouts' ? 'payout' : 'order'}_${move.name}`,
    title: move.title,
    description: move.description,
    annotations: move.annotations,
    output: answers.oneOrder(known),
    input: { order: common.order, mchId: common.mchId, ...fields },
    run: async (context, { order, mchId, ...body }) => {
      const control = await context.control();
      const named = { collections: known, order, mchId };
      const { collection, answer } = await callOnOrder(control, named, async (found) => {
        await refuseRemoteCallbacks(context, control, found);
        return control.post(pathOf(found.collection, move.name), { id: found.orderNo, body });
      });
      return { data: { kind: collection, ...answer }, text: orderSentence(nouns[collection], answer) };
    },
  });
}

function resend(): Tool {
  return tool({
    name: 'callback_resend',
    title: 'Re-send a callback',
    description:
      "Re-sends an order's latest callback and waits for the response. The shop must not credit the order " +
      'twice.',
    annotations: hints.adds,
    output: controlResponses.Callback,
    input: { order: common.order, ...bodyOf('POST /payins/:id/resend'), mchId: common.mchId },
    run: async (context, { order, to, mchId }) => {
      context.allowed('to', to);
      const control = await context.control();
      const { answer } = await callOnOrder(control, { collections, order, mchId }, async (found) => {
        if (to === undefined) await refuseRemoteCallbacks(context, control, found);
        return control.post(`/${found.collection}/:id/resend`, { id: found.orderNo, body: { to } });
      });
      return { data: answer, text: callbackSentence(answer) };
    },
  });
}
