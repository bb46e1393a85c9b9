import type { LinkCreateParams, PayinCreateParams, PayoutCreateParams } from '@inrgate/sdk';
import { currency, payinStatus, payoutStatus, payType, tradeType } from '@inrgate/sdk/internal';
import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Collection, callOnOrder } from '../../mock/named-order.ts';
import { failing } from '../../output/call-failure.ts';
import * as answers from '../answers/orders.ts';
import * as shop from '../answers/shop.ts';
import * as common from '../arguments.ts';
import { countSentence, orderSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Where an order may be; asked in this order. */
export const collections: readonly Collection[] = ['payins', 'payouts', 'links'];

/** What an order is called, by where it is. */
export const nouns = { payins: 'Pay-in', payouts: 'Withdrawal', links: 'Link' } as const;

/** The parameters of a request, and whose it is. */
type Given = Readonly<Record<string, string | undefined>>;

/** What the merchant's server does, and what there is. */
export const orderTools: readonly Tool[] = [
  payinCreate(),
  payoutCreate(),
  linkCreate(),
  orderQuery(),
  orderList(),
  orderGet(),
];

function payinCreate(): Tool {
  return tool({
    name: 'payin_create',
    title: 'Create a pay-in',
    description:
      "A merchant's server asks for a payment: POST payin, signed here. Answers the order with the payUrl of the hosted " +
      'checkout. The same mchOrderNo again answers the same order. Next: order_pay or order_fail plays the customer.',
    annotations: hints.addsOnce,
    output: shop.signedPayin,
    input: { ...requestShape('payin'), mchId: common.mchId },
    run: async (desk, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      desk.allowed('notifyUrl', params['notifyUrl']);
      const client = await desk.client(mchId);
      const payin = await client.payins
        .create(params as unknown as PayinCreateParams, { signal })
        .catch(failing(unknown('The order may exist: use no new mchOrderNo.')));
      return { data: payin, text: `${orderSentence('Pay-in', payin)} The customer pays at ${payin.payUrl}` };
    },
  });
}

function payoutCreate(): Tool {
  return tool({
    name: 'payout_create',
    title: 'Create a withdrawal',
    description:
      "A merchant's server pays somebody: POST payout, signed here. Give the fields of one destination: upiId; or bankCode, " +
      'accountName, accountNumber and ifsc; or usdtAddress. The amount and the fee are held in the wallet. The same ' +
      'mchOrderNo again answers the same withdrawal. Next: payout_approve and payout_complete, or payout_reject.',
    annotations: hints.addsOnce,
    output: shop.signedPayout,
    input: { ...requestShape('payout'), mchId: common.mchId },
    run: async (desk, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      const client = await desk.client(mchId);
      const payout = await client.payouts
        .create(params as unknown as PayoutCreateParams, { signal })
        .catch(failing(unknown('The withdrawal may exist: a new mchOrderNo may pay it twice.')));
      return { data: payout, text: orderSentence('Withdrawal', payout) };
    },
  });
}

function linkCreate(): Tool {
  return tool({
    name: 'link_create',
    title: 'Create a payment link',
    description:
      'A payment link of the legacy v1 API, signed here. With clientRef the same call again answers the same link, without it ' +
      'there is one more. Next: order_pay or order_fail.',
    annotations: hints.adds,
    output: shop.signedLink,
    input: { ...requestShape('create-link'), mchId: common.mchId },
    run: async (desk, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      desk.allowed('notifyUrl', params['notifyUrl']);
      const client = await desk.client(mchId);
      const link = await client.links
        .create(params as unknown as LinkCreateParams, { signal })
        .catch(failing({ api: 'v1', ...unknown('The link may exist.') }));
      return { data: link, text: `${orderSentence('Link', link)} The customer pays at ${link.payUrl}` };
    },
  });
}

function orderQuery(): Tool {
  return tool({
    name: 'order_query',
    title: 'Query an order as the shop does',
    description:
      "What a merchant's server is answered when it asks for an order or its balance through the signed API. order_get tells " +
      'more of an order: how it came to its state.',
    annotations: hints.reads,
    output: z.union([shop.signedPayin, shop.signedPayout, shop.signedLink, shop.signedWallet]),
    input: {
      what: z.enum(['payin', 'payout', 'link', 'balance']).describe('What is asked for.'),
      mchOrderNo: z.string().optional().describe("The merchant's number of a pay-in or a withdrawal."),
      orderNo: z.string().optional().describe("The service's number of it, or the code of a link."),
      mchId: common.mchId,
    },
    run: async (desk, { what, mchOrderNo, orderNo, mchId }, { signal }) => {
      const client = await desk.client(mchId);
      if (what === 'balance') {
        const wallet = await client.balance.retrieve({ signal });
        return { data: wallet, text: `${wallet.available} INR are available.` };
      }
      if (what === 'link') {
        const link = await client.links.retrieve({ linkCode: orderNo ?? '' }, { signal });
        return { data: link, text: orderSentence('Link', link) };
      }
      const query = orderNo === undefined ? { mchOrderNo: mchOrderNo ?? '' } : { orderNo };
      const orders = what === 'payin' ? client.payins : client.payouts;
      const order = await orders.retrieve(query, { signal });
      return { data: order, text: orderSentence(what === 'payin' ? 'Pay-in' : 'Withdrawal', order) };
    },
  });
}

function orderList(): Tool {
  return tool({
    name: 'order_list',
    title: 'List orders',
    description: 'Pay-ins, withdrawals or payment links of all merchants or of one, newest first.',
    annotations: hints.reads,
    output: answers.orders,
    input: {
      kind: z.enum(['payins', 'payouts', 'links']).describe('Which orders; payouts are withdrawals.'),
      status: z
        .enum([...payinStatus.options, ...payoutStatus.options])
        .optional()
        .describe('In this state.'),
      mchId: z.string().optional().describe('Of this merchant.'),
      mchOrderNo: z.string().optional().describe("With this number of the merchant's; a link's clientRef."),
      text: z.string().optional().describe('Part of a number or of the free text.'),
      limit: common.limit,
      cursor: common.cursor,
    },
    run: async (desk, { kind, limit, ...filter }) => {
      const page = await (await desk.control()).page(`/${kind}`, {
        query: { ...filter, limit: String(limit) },
      });
      return { data: page, text: countSentence(`${nouns[kind].toLowerCase()}s`, page) };
    },
  });
}

function orderGet(): Tool {
  return tool({
    name: 'order_get',
    title: 'One order with its timeline',
    description:
      'An order as the gateway has it, with its timeline: who moved it when, the callbacks that followed with every attempt, ' +
      'and in `moves` what can happen to it now. This is where to look when a shop missed a payment.',
    annotations: hints.reads,
    output: answers.orderWithTimeline,
    input: { order: common.order, mchId: common.mchId },
    run: async (desk, { order, mchId }) => {
      const control = await desk.control();
      const { collection, answer } = await callOnOrder(control, { collections, order, mchId }, (found) =>
        control.get(`/${found.collection}/:id`, { id: found.orderNo }),
      );
      return { data: { kind: collection, ...answer }, text: orderSentence(nouns[collection], answer) };
    },
  });
}

function requestShape(endpoint: 'payin' | 'payout' | 'create-link') {
  if (endpoint === 'payin') {
    return common.requestShape(v3Requests.payin.fields, { tradeType: tradeType.options });
  }
  return endpoint === 'payout'
    ? common.requestShape(v3Requests.payout.fields, { payType: payType.options })
    : common.requestShape(v1Requests['create-link'].fields, { currency: currency.options });
}

/** Said when nobody knows what happened. */
function unknown(doubt: string) {
  return {
    doubt,
    findOut: 'order_list says whether it is there; the same call again creates nothing twice.',
  };
}
