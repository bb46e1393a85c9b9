import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import * as answers from '../answers/gateway.ts';
import * as common from '../arguments.ts';
import { bodyOf } from '../control-schemas.ts';
import { controlTool } from '../control-tool.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Fields of a new merchant, without its keys. */
const { mchKey: _key, mchSecret: _secret, ...fields } = bodyOf('POST /merchants');
const { mchKey: _newKey, mchSecret: _newSecret, ...changes } = bodyOf('PATCH /merchants/:id');

export const merchantTools: readonly Tool[] = [
  tool({
    name: 'merchant_list',
    title: 'List merchants',
    description: 'Lists the merchants with callback URL, limits and enabled features, but without keys.',
    annotations: hints.reads,
    output: controlResponses.MerchantList,
    input: { limit: common.limit, cursor: common.cursor },
    run: async (context, { limit, cursor }) => {
      const control = await context.control();
      const page = await control.page('/merchants', { query: { limit: String(limit), cursor } });
      for (const merchant of page.items) context.learn(merchant);
      return { data: page, text: `Merchants: ${page.items.map(({ mchId }) => mchId).join(', ')}.` };
    },
  }),
  tool({
    name: 'merchant_create',
    title: 'Create a merchant',
    description:
      'Creates a merchant for isolated tests, with generated keys. Returns the mchId ' +
      'for the other tools.',
    annotations: hints.adds,
    output: answers.newMerchant,
    input: fields,
    run: async (context, merchant) => {
      context.allowed('callbackUrl', merchant.callbackUrl);
      const created = await (await context.control()).post('/merchants', { body: merchant });
      const { mchId } = context.learn(created);
      return { data: { mchId }, text: `Created merchant ${mchId}.` };
    },
  }),
  tool({
    name: 'merchant_update',
    title: 'Change a merchant',
    description: 'Changes the callback URL, limits, allowed IP addresses or enabled features of a merchant.',
    annotations: hints.changesOnce,
    output: controlResponses.Merchant,
    input: { ...changes, mchId: common.mchId },
    run: async (context, { mchId, ...patch }) => {
      context.allowed('callbackUrl', patch.callbackUrl);
      const control = await context.control();
      const changed = await control.patch('/merchants/:id', { id: context.merchantId(mchId), body: patch });
      context.learn(changed);
      return { data: changed, text: `Changed merchant ${changed.mchId}.` };
    },
  }),
  controlTool({
    name: 'wallet_get',
    title: "Show a merchant's wallet",
    description: 'Returns the available, held and total balance.',
    annotations: hints.reads,
    route: 'GET /merchants/:id/wallet',
    text: walletSentence,
  }),
  controlTool({
    name: 'wallet_credit',
    title: 'Top up a wallet',
    description: 'Tops up the wallet as the operator, for example to cover a payout.',
    annotations: hints.adds,
    route: 'POST /merchants/:id/credit',
    text: walletSentence,
  }),
  controlTool({
    name: 'ledger_read',
    title: "Show a merchant's ledger",
    description:
      "Returns a merchant's double-entry ledger, oldest entry first, and the " +
      'current balances of its accounts.',
    annotations: hints.reads,
    route: 'GET /merchants/:id/ledger',
    input: { limit: z.int().min(1).max(1_000).default(50).describe('Maximum number of entries.') },
    text: ({ entries }) => `${entries.length} entries, oldest first.`,
  }),
  controlTool({
    name: 'ledger_check',
    title: 'Check the ledger',
    description: 'Recomputes every balance of the gateway from the ledger entries and reports differences.',
    annotations: hints.reads,
    route: 'GET /ledger/check',
    text: ({ balanced }) => (balanced ? 'The ledger is balanced.' : 'The ledger is not balanced.'),
  }),
];

function walletSentence({ available }: ControlResponse<'Wallet'>): string {
  return `${available} INR are available.`;
}
