import type {
  CallOptions,
  GatewayClient,
  LinkCreateParams,
  PayinCreateParams,
  PayoutCreateParams,
} from '@inrgate/sdk';
import { currency, payinStatus, payoutStatus, payType, tradeType } from '@inrgate/sdk/internal';
import { type RequestField, v1Requests, v3Requests } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { paramsOf } from '../../../input/field-options.ts';
import { type CallFacts, failing } from '../../../output/usage-error.ts';
import { queryOf } from '../control-tool.ts';
import { hints, mchId as mchIdArgument, type Tool, tool } from '../tool.ts';

type Given = Readonly<Record<string, string | undefined>>;

interface Creation extends Pick<Tool, 'name' | 'description' | 'annotations'> {
  readonly input: ReturnType<typeof requestShape>;
  readonly create: (client: GatewayClient, params: object, options: CallOptions) => Promise<object>;
  readonly doubt: string;
  readonly api?: CallFacts['api'];
}

const creations: readonly Creation[] = [
  {
    name: 'payin_create',
    description:
      'Creates a pay-in with a signed request. Returns the order with the payUrl of the checkout. A ' +
      'repeated mchOrderNo returns the same order. Next: order_pay or order_fail.',
    annotations: hints.addsOnce,
    input: requestShape(v3Requests.payin.fields, { tradeType: tradeType.options }),
    create: ({ payins }, params, options) => payins.create(params as PayinCreateParams, options),
    doubt: 'The order may exist. Retry only with the same mchOrderNo.',
  },
  {
    name: 'payout_create',
    description:
      'Creates a payout with a signed request. Set one destination: upiId, usdtAddress, or ' +
      'bankCode with accountName, accountNumber and ifsc. The gateway holds the amount and the fee. A repeated mchOrderNo ' +
      'returns the same payout. Next: payout_approve and payout_complete, or payout_reject.',
    annotations: hints.addsOnce,
    input: requestShape(v3Requests.payout.fields, { payType: payType.options }),
    create: ({ payouts }, params, options) => payouts.create(params as PayoutCreateParams, options),
    doubt: 'The payout may exist. A new mchOrderNo can pay the beneficiary twice.',
  },
  {
    name: 'link_create',
    description:
      'Creates a payment link of the v1 API with a signed request. With clientRef, a repeated call returns the same ' +
      'link. Without it, every call creates a new link. Next: order_pay or order_fail.',
    annotations: hints.adds,
    input: requestShape(v1Requests['create-link'].fields, { currency: currency.options }),
    create: ({ links }, params, options) => links.create(params as LinkCreateParams, options),
    doubt: 'The link may exist.',
    api: 'v1',
  },
];

export const orderTools: readonly Tool[] = [...creations.map(creationTool), orderQuery(), orderList()];

function creationTool({ input, create, doubt, api, ...named }: Creation): Tool {
  const facts = {
    doubt,
    findOut: 'Find the order with order_list. A repeated call does not create a second order.',
    ...(api && { api }),
  };
  return tool({
    ...named,
    input: { ...input, mchId: mchIdArgument },
    run: async (context, { mchId, ...params }: Given, { signal }) => {
      context.refuseRemoteAddresses(params);
      const client = await context.client(mchId);
      return create(client, params, { signal }).catch(failing(facts));
    },
  });
}

function orderQuery(): Tool {
  return tool({
    name: 'order_query',
    description:
      'Queries an order or the balance with a signed request of the merchant, and returns the response. For the ' +
      'history of an order, use order_get.',
    annotations: hints.reads,
    input: {
      what: z.enum(['payin', 'payout', 'link', 'balance']).describe('Kind of object to query.'),
      mchOrderNo: z.string().optional().describe('Order number of a pay-in or a payout.'),
      orderNo: z.string().optional().describe('Gateway order number, or the code of a link.'),
      mchId: mchIdArgument,
    },
    run: async (context, { what, mchOrderNo, orderNo, mchId }, { signal }) => {
      const client = await context.client(mchId);
      if (what === 'balance') return client.balance.retrieve({ signal });
      if (what === 'link') return client.links.retrieve({ linkCode: orderNo ?? '' }, { signal });
      const query = orderNo === undefined ? { mchOrderNo: mchOrderNo ?? '' } : { orderNo };
      return (what === 'payin' ? client.payins : client.payouts).retrieve(query, { signal });
    },
  });
}

function orderList(): Tool {
  const kinds = ['payins', 'payouts', 'links'] as const;
  return tool({
    name: 'order_list',
    description: 'Lists pay-ins, payouts or payment links, newest first.',
    annotations: hints.reads,
    input: {
      ...queryOf('GET /payins'),
      kind: z.enum(kinds).describe('Kind of the orders.'),
      status: z
        .enum([...payinStatus.options, ...payoutStatus.options])
        .optional()
        .describe('Return only orders in this state.'),
    },
    run: async (context, { kind, limit, ...filter }: Readonly<Record<string, unknown>>) => {
      const query = { ...filter, limit: String(limit) };
      return (await context.control()).page(`/${kind as (typeof kinds)[number]}`, { query });
    },
  });
}

/**
 * Parameters of a request as arguments, by their SDK names.
 *
 * @param choices allowed values of parameters
 */
function requestShape(
  fields: readonly RequestField<string>[],
  choices: Readonly<Record<string, readonly string[]>> = {},
): Record<string, z.ZodType<string | undefined>> {
  return Object.fromEntries(
    paramsOf(fields).map(({ name, param, required, description, example }) => {
      const known = choices[name];
      const described =
        known === undefined
          ? z.string().describe(`${description} Example: ${onThisMachine(example)}`)
          : z.enum([...known]).describe(description);
      return [param, required ? described : described.optional()];
    }),
  );
}

/** The tools send nothing to other machines without permission, so the example of a URL is on this machine. */
function onThisMachine(example: string): string {
  return example.replace(/^https:\/\/[^/]+/, 'http://127.0.0.1:3000');
}
