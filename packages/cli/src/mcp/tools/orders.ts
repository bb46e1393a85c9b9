import type { LinkCreateParams, PayinCreateParams, PayoutCreateParams } from '@inrgate/sdk';
import { currency, payinStatus, payoutStatus, payType, tradeType } from '@inrgate/sdk/internal';
import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Collection, callOnOrder } from '../../mock/named-order.ts';
import { failing } from '../../output/call-failure.ts';
import * as answers from '../answers/orders.ts';
import * as shop from '../answers/shop.ts';
import * as common from '../arguments.ts';
import { filtersOf } from '../control-schemas.ts';
import { countSentence, orderSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

export const collections: readonly Collection[] = ['payins', 'payouts', 'links'];

export const nouns = { payins: 'Pay-in', payouts: 'Payout', links: 'Link' } as const;

type Given = Readonly<Record<string, string | undefined>>;

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
      'Creates a pay-in with a signed request. Returns the order with the payUrl of the checkout. A ' +
      'repeated mchOrderNo returns the same order. Next: order_pay or order_fail.',
    annotations: hints.addsOnce,
    output: shop.signedPayin,
    input: { ...requestShape('payin'), mchId: common.mchId },
    run: async (context, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      context.allowed('notifyUrl', params['notifyUrl']);
      const client = await context.client(mchId);
      const payin = await client.payins
        .create(params as unknown as PayinCreateParams, { signal })
        .catch(failing(unknown('The order may exist. Retry only with the same mchOrderNo.')));
      return { data: payin, text: `${orderSentence('Pay-in', payin)} The customer pays at ${payin.payUrl}` };
    },
  });
}

function payoutCreate(): Tool {
  return tool({
    name: 'payout_create',
    title: 'Create a payout',
    description:
      'Creates a payout with a signed request. Set one destination: upiId, usdtAddress, or ' +
      'bankCode with accountName, accountNumber and ifsc. The gateway holds the amount and the fee. A repeated mchOrderNo ' +
      'returns the same payout. Next: payout_approve and payout_complete, or payout_reject.',
    annotations: hints.addsOnce,
    output: shop.signedPayout,
    input: { ...requestShape('payout'), mchId: common.mchId },
    run: async (context, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      const client = await context.client(mchId);
      const payout = await client.payouts
        .create(params as unknown as PayoutCreateParams, { signal })
        .catch(failing(unknown('The payout may exist. A new mchOrderNo can pay the beneficiary twice.')));
      return { data: payout, text: orderSentence('Payout', payout) };
    },
  });
}

function linkCreate(): Tool {
  return tool({
    name: 'link_create',
    title: 'Create a payment link',
    description:
      'Creates a payment link of the v1 API with a signed request. With clientRef, a repeated call returns the same ' +
      'link. Without it, every call creates a new link. Next: order_pay or order_fail.',
    annotations: hints.adds,
    output: shop.signedLink,
    input: { ...requestShape('create-link'), mchId: common.mchId },
    run: async (context, given: Given, { signal }) => {
      const { mchId, ...params } = given;
      context.allowed('notifyUrl', params['notifyUrl']);
      const client = await context.client(mchId);
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
    title: 'Query an order as the shop',
    description:
      'Queries an order or the balance with a signed request of the merchant, and returns the response. For the ' +
      'history of an order, use order_get.',
    annotations: hints.reads,
    output: z.union([shop.signedPayin, shop.signedPayout, shop.signedLink, shop.signedWallet]),
    input: {
      what: z.enum(['payin', 'payout', 'link', 'balance']).describe('Kind of object to query.'),
      mchOrderNo: z.string().optional().describe('Order number of a pay-in or a payout.'),
      orderNo: z.string().optional().describe('Gateway order number, or the code of a link.'),
      mchId: common.mchId,
    },
    run: async (context, { what, mchOrderNo, orderNo, mchId }, { signal }) => {
      const client = await context.client(mchId);
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
      return { data: order, text: orderSentence(what === 'payin' ? 'Pay-in' : 'Payout', order) };
    },
  });
}

function orderList(): Tool {
  return tool({
    name: 'order_list',
    title: 'List orders',
    description: 'Lists pay-ins, payouts or payment links, newest first.',
    annotations: hints.reads,
    output: answers.orders,
    input: {
      ...filtersOf('GET /payins'),
      kind: z.enum(['payins', 'payouts', 'links']).describe('Kind of the orders.'),
      status: z
        .enum([...payinStatus.options, ...payoutStatus.options])
        .optional()
        .describe('Return only orders in this state.'),
    },
    run: async (context, { kind, limit, ...filter }) => {
      const page = await (await context.control()).page(`/${kind}`, {
        query: { ...filter, limit: String(limit) },
      });
      return { data: page, text: countSentence(`${nouns[kind].toLowerCase()}s`, page) };
    },
  });
}

function orderGet(): Tool {
  return tool({
    name: 'order_get',
    title: 'Show an order with its timeline',
    description:
      'Returns an order with its timeline of state changes, callbacks and attempts. `moves` lists the possible ' +
      'actions. Call this tool when a shop missed a payment.',
    annotations: hints.reads,
    output: answers.orderWithTimeline,
    input: { order: common.order, mchId: common.mchId },
    run: async (context, { order, mchId }) => {
      const control = await context.control();
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

function unknown(doubt: string) {
  return {
    doubt,
    findOut: 'Find the order with order_list. A repeated call does not create a second order.',
  };
}
