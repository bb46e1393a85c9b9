import { z } from 'zod';
import { type Collection, callOnOrder, type MovePath } from '../../mock/named-order.ts';
import * as answers from '../answers/orders.ts';
import * as common from '../arguments.ts';
import { refuseRemoteCallbacks } from '../callback-address.ts';
import { callbackSentence, orderSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';
import { collections, nouns } from './orders.ts';

/** A move of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly tool: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly collections: readonly Collection[];
  readonly input?: Readonly<Record<string, z.ZodOptional<z.ZodString>>>;
  readonly annotations: Tool['annotations'];
}

const deposits = ['payins', 'links'] as const;
const message = { message: z.string().optional().describe('The reason, told in the callback.') };

const moves: readonly Move[] = [
  {
    tool: 'order_pay',
    name: 'pay',
    title: 'The customer pays',
    description:
      'Plays the customer of a pay-in or a link: it is paid, credited, and a callback goes to the shop. Give another ' +
      'paidAmount to see an underpayment. Next: callback_settle, then order_get for how the shop took the callback.',
    collections: deposits,
    input: {
      paidAmount: z.string().optional().describe('What is paid, if not the amount, such as "400.00".'),
      utr: z.string().optional().describe('Bank reference; made up when left out.'),
    },
    annotations: hints.adds,
  },
  {
    tool: 'order_fail',
    name: 'fail',
    title: "The customer's payment fails",
    description: 'Plays the customer of a pay-in or a link whose payment fails.',
    collections: deposits,
    annotations: hints.changes,
  },
  {
    tool: 'payout_approve',
    name: 'approve',
    title: 'Approve a withdrawal',
    description: 'Plays the operator: a pending withdrawal is processing then. Next: payout_complete.',
    collections: ['payouts'],
    annotations: hints.adds,
  },
  {
    tool: 'payout_complete',
    name: 'complete',
    title: 'The transfer of a withdrawal is made',
    description:
      'Plays the operator: a withdrawal that is processing succeeds, and a callback goes to the shop.',
    collections: ['payouts'],
    input: { txid: z.string().optional().describe('Transfer reference; made up when left out.') },
    annotations: hints.adds,
  },
  {
    tool: 'payout_reject',
    name: 'reject',
    title: 'Reject a withdrawal',
    description: 'Plays the operator: the withdrawal fails, and what was held goes back to the wallet.',
    collections: ['payouts'],
    input: message,
    annotations: hints.changes,
  },
  {
    tool: 'payout_cancel',
    name: 'cancel',
    title: 'Cancel a withdrawal',
    description: 'The withdrawal is cancelled: it fails, and what was held goes back to the wallet.',
    collections: ['payouts'],
    input: message,
    annotations: hints.changes,
  },
];

/** What customers and operators do to orders. */
export const moveTools: readonly Tool[] = [...moves.map(moveTool), resend()];

function moveTool({ tool: name, input = {}, ...move }: Move): Tool {
  return tool({
    name,
    title: move.title,
    description: move.description,
    annotations: move.annotations,
    output: answers.oneOrder,
    input: { order: common.order, mchId: common.mchId, ...input },
    run: async (desk, { order, mchId, ...body }) => {
      const control = await desk.control();
      const named = { collections: move.collections, order, mchId };
      const { collection, answer } = await callOnOrder(control, named, async (found) => {
        await refuseRemoteCallbacks(desk, control, found);
        const path = `/${found.collection}/:id/${move.name}` as MovePath;
        return control.post(path, { id: found.orderNo, body });
      });
      return { data: { kind: collection, ...answer }, text: orderSentence(nouns[collection], answer) };
    },
  });
}

function resend(): Tool {
  return tool({
    name: 'callback_resend',
    title: 'Send a callback again',
    description:
      "Sends an order's latest callback once more, byte for byte, and waits for the answer: a shop that gets it twice must " +
      'credit once.',
    annotations: hints.adds,
    output: answers.callback,
    input: {
      order: common.order,
      to: z.string().optional().describe('Another address than the saved one.'),
      mchId: common.mchId,
    },
    run: async (desk, { order, to, mchId }) => {
      desk.allowed('to', to);
      const control = await desk.control();
      const { answer } = await callOnOrder(control, { collections, order, mchId }, async (found) => {
        if (to === undefined) await refuseRemoteCallbacks(desk, control, found);
        return control.post(`/${found.collection}/:id/resend`, { id: found.orderNo, body: { to } });
      });
      return { data: answer, text: callbackSentence(answer) };
    },
  });
}
