import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import * as answers from '../answers/gateway.ts';
import * as common from '../arguments.ts';
import { hints, type Tool, tool } from '../tool.ts';

const limits = z
  .strictObject({
    payinMin: common.amount.optional(),
    payinMax: common.amount.optional(),
    payoutMin: common.amount.optional(),
    payoutMax: common.amount.optional(),
    payoutDaily: common.amount.optional(),
  })
  .optional()
  .describe('Minimum and maximum of pay-ins and payouts, and the daily payout limit.');

/** Settings of a merchant, without its keys. */
const fields = {
  callbackUrl: z.string().nullable().optional().describe('Callback URL. null sends no callbacks.'),
  callbackFormat: z.enum(['json', 'form']).optional().describe('Format of the callbacks.'),
  ipAllowList: z
    .array(z.string())
    .optional()
    .describe('IP addresses and CIDR blocks that may send requests. Payouts need at least one.'),
  inrEnabled: z.boolean().optional().describe('false: refuses orders in INR.'),
  usdtEnabled: z.boolean().optional().describe('false: refuses orders in USDT.'),
  suspended: z.boolean().optional().describe('true: every signed request returns 403 account_suspended.'),
  limits,
};

/** Tools for merchants, their wallets and ledgers. */
export const merchantTools: readonly Tool[] = [
  tool({
    name: 'merchant_list',
    title: 'List merchants',
    description:
      'Lists the merchants with their callback URL, limits and enabled features. No tool returns their keys.',
    annotations: hints.reads,
    output: answers.merchants,
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
      'Creates a merchant for tests that must not affect existing merchants. Returns the mchId for the other tools. Its keys ' +
      'are generated and stay at the gateway. The tools sign with them.',
    annotations: hints.adds,
    output: answers.newMerchant,
    input: {
      mchId: z.string().optional().describe('Default: generated.'),
      balance: z
        .string()
        .optional()
        .describe('Balance of its wallet. Example: "2500.00". Default: 100000.00.'),
      ...fields,
    },
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
    output: answers.merchant,
    input: { mchId: common.mchId, ...fields },
    run: async (context, { mchId, ...patch }) => {
      context.allowed('callbackUrl', patch.callbackUrl);
      const control = await context.control();
      const changed = await control.patch('/merchants/:id', { id: context.merchantId(mchId), body: patch });
      context.learn(changed);
      return { data: changed, text: `Changed merchant ${changed.mchId}.` };
    },
  }),
  tool({
    name: 'wallet_get',
    title: "Show a merchant's wallet",
    description: 'Returns the available balance, the amount held for payouts, and the total.',
    annotations: hints.reads,
    output: answers.wallet,
    input: { mchId: common.mchId },
    run: async (context, { mchId }) => {
      const control = await context.control();
      return wallet(await control.get('/merchants/:id/wallet', { id: context.merchantId(mchId) }));
    },
  }),
  tool({
    name: 'wallet_credit',
    title: 'Top up a wallet',
    description: 'Tops up the wallet as the operator, for example to cover a payout.',
    annotations: hints.adds,
    output: answers.wallet,
    input: { amount: common.amount, mchId: common.mchId },
    run: async (context, { amount, mchId }) => {
      const control = await context.control();
      const id = context.merchantId(mchId);
      return wallet(await control.post('/merchants/:id/credit', { id, body: { amount } }));
    },
  }),
  tool({
    name: 'ledger_read',
    title: "Show a merchant's ledger",
    description:
      "Returns a merchant's double-entry ledger, oldest entry first, with every payment, fee, hold and release. Also returns " +
      'the current balances of its accounts.',
    annotations: hints.reads,
    output: answers.ledger,
    input: {
      mchId: common.mchId,
      limit: z.int().min(1).max(1_000).default(50).describe('Maximum number of entries.'),
      cursor: common.cursor,
    },
    run: async (context, { mchId, limit, cursor }) => {
      const control = await context.control();
      const id = context.merchantId(mchId);
      const ledger = await control.get('/merchants/:id/ledger', {
        id,
        query: { limit: String(limit), cursor },
      });
      return { data: ledger, text: `${ledger.entries.length} entries, oldest first.` };
    },
  }),
  tool({
    name: 'ledger_check',
    title: 'Check the ledger',
    description: 'Recomputes every balance of the gateway from the ledger entries and reports differences.',
    annotations: hints.reads,
    output: answers.ledgerCheck,
    input: {},
    run: async (context) => {
      const checked = await (await context.control()).get('/ledger/check');
      return {
        data: checked,
        text: checked.balanced ? 'The ledger is balanced.' : 'The ledger is not balanced.',
      };
    },
  }),
];

function wallet(answer: ControlResponse<'Wallet'>) {
  return { data: answer, text: `${answer.available} INR are available.` };
}
