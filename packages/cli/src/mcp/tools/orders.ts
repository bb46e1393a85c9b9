import type {
  CallOptions,
  GatewayClient,
  LinkCreateParams,
  PayinCreateParams,
  PayoutCreateParams,
} from '@inrgate/sdk';
import { currency, payinStatus, payoutStatus, payType, tradeType } from '@inrgate/sdk/internal';
import { v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Collection, callOnOrder } from '../../mock/named-order.ts';
import { type CallFacts, failing } from '../../output/call-failure.ts';
import * as answers from '../answers/orders.ts';
import * as shop from '../answers/shop.ts';
import * as common from '../arguments.ts';
import { filtersOf } from '../control-schemas.ts';
import { countSentence, orderSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

export const collections: readonly Collection[] = ['payins', 'payouts', 'links'];

export const nouns = { payins: 'Pay-in', payouts: 'Payout', links: 'Link' } as const;

type Given = Readonly<Record<string, string | undefined>>;

/** Signed request of the shop that creates an order. */
interface Creation extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations' | 'output'> {
  readonly noun: string;
  readonly input: ReturnType<typeof common.requestShape>;
  readonly create: (client: GatewayClient, params: object, options: CallOptions) => Promise<object>;
  /** Warning about an unknown outcome. */
  readonly doubt: string;
  readonly api?: CallFacts['api'];
}

const creations: readonly Creation[] = [
  {
    name: 'payin_create',
    title: 'Create a pay-in',
    description:
      'Creates a pay-in with a signed request. Returns the order with the payUrl of the checkout. A ' +
      'repeated mchOrderNo returns the same order. Next: order_pay or order_fail.',
    annotations: hints.addsOnce,
    noun: 'Pay-in',
    input: common.requestShape(v3Requests.payin.fields, { tradeType: tradeType.options }),
    output: shop.signedPayin,
    create: ({ payins }, params, options) => payins.create(params as PayinCreateParams, options),
    doubt: 'The order may exist. Retry only with the same mchOrderNo.',
  },
  {
    name: 'payout_create',
    title: 'Create a payout',
    description:
      'Creates a payout with a signed request. Set one destination: upiId, usdtAddress, or ' +
      'bankCode with accountName, accountNumber and ifsc. The gateway holds the amount and the fee. A repeated mchOrderNo ' +
      'returns the same payout. Next: payout_approve and payout_complete, or payout_reject.',
    annotations: hints.addsOnce,
    noun: 'Payout',
    input: common.requestShape(v3Requests.payout.fields, { payType: payType.options }),
    output: shop.signedPayout,
    create: ({ payouts }, params, options) => payouts.create(params as PayoutCreateParams, options),
    doubt: 'The payout may exist. A new mchOrderNo can pay the beneficiary twice.',
  },
  {
    name: 'link_create',
    title: 'Create a payment link',
    description:
      'Creates a payment link of the v1 API with a signed request. With clientRef, a repeated call returns the same ' +
      'link. Without it, every call creates a new link. Next: order_pay or order_fail.',
    annotations: hints.adds,
    noun: 'Link',
    input: common.requestShape(v1Requests['create-link'].fields, { currency: currency.options }),
    output: shop.signedLink,
    create: ({ links }, params, options) => links.create(params as LinkCreateParams, options),
    doubt: 'The link may exist.',
    api: 'v1',
  },
];

export const orderTools: readonly Tool[] = [
  ...creations.map(creationTool),
  orderQuery(),
  orderList(),
  orderGet(),
];

function creationTool({ input, noun, create, doubt, api, ...named }: Creation): Tool {
  const facts = {
    doubt,
    findOut: 'Find the order with order_list. A repeated call does not create a second order.',
    ...(api && { api }),
  };
  return tool({
    ...named,
    input: { ...input, mchId: common.mchId },
    run: async (context, { mchId, ...params }: Given, { signal }) => {
      context.allowed('notifyUrl', params['notifyUrl']);
      const client = await context.client(mchId);
      const order = await create(client, params, { signal }).catch(failing(facts));
      const next = 'payUrl' in order ? ` The customer pays at ${String(order.payUrl)}` : '';
      return { data: order, text: `${orderSentence(noun, order)}${next}` };
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
