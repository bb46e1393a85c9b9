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
  .describe('Smallest and largest pay-in and withdrawal, and withdrawals of a day.');

/** What of a merchant can be set here: everything but its keys. */
const fields = {
  callbackUrl: z.string().nullable().optional().describe('Where its callbacks go; null: nowhere.'),
  callbackFormat: z.enum(['json', 'form']).optional().describe('How they are written.'),
  ipAllowList: z
    .array(z.string())
    .optional()
    .describe('Addresses and CIDR blocks that may call; withdrawals need one.'),
  inrEnabled: z.boolean().optional().describe('Off: orders in INR are refused.'),
  usdtEnabled: z.boolean().optional().describe('Off: orders in USDT are refused.'),
  suspended: z.boolean().optional().describe('On: every signed call is 403 account_suspended.'),
  limits,
};

/** The accounts, their wallets and books. */
export const merchantTools: readonly Tool[] = [
  tool({
    name: 'merchant_list',
    title: 'List merchants',
    description:
      'The merchants of the gateway: callback URL, limits, what is enabled. Without their keys, which no tool tells.',
    annotations: hints.reads,
    output: answers.merchants,
    input: { limit: common.limit, cursor: common.cursor },
    run: async (desk, { limit, cursor }) => {
      const control = await desk.control();
      const page = await control.page('/merchants', { query: { limit: String(limit), cursor } });
      for (const merchant of page.items) desk.learn(merchant);
      return { data: page, text: `Merchants: ${page.items.map(({ mchId }) => mchId).join(', ')}.` };
    },
  }),
  tool({
    name: 'merchant_create',
    title: 'Add a merchant',
    description:
      'A fresh merchant, to try something without disturbing others: it answers the mchId, which the other tools take. Its ' +
      'keys are made up and stay at the gateway; the tools sign with them.',
    annotations: hints.adds,
    output: answers.newMerchant,
    input: {
      mchId: z.string().optional().describe('Made up when left out.'),
      balance: z
        .string()
        .optional()
        .describe('What is in its wallet, such as "2500.00"; 100000.00 when left out.'),
      ...fields,
    },
    run: async (desk, merchant) => {
      desk.allowed('callbackUrl', merchant.callbackUrl);
      const created = await (await desk.control()).post('/merchants', { body: merchant });
      const { mchId } = desk.learn(created);
      return { data: { mchId }, text: `Merchant ${mchId} is there.` };
    },
  }),
  tool({
    name: 'merchant_update',
    title: 'Change a merchant',
    description:
      'Changes what is given: where its callbacks go, its limits, which addresses may call, what is enabled.',
    annotations: hints.changesOnce,
    output: answers.merchant,
    input: { mchId: common.mchId, ...fields },
    run: async (desk, { mchId, ...patch }) => {
      desk.allowed('callbackUrl', patch.callbackUrl);
      const control = await desk.control();
      const changed = await control.patch('/merchants/:id', { id: desk.merchantId(mchId), body: patch });
      desk.learn(changed);
      return { data: changed, text: `Merchant ${changed.mchId} is changed.` };
    },
  }),
  tool({
    name: 'wallet_get',
    title: "A merchant's wallet",
    description: 'What is in the wallet: available, held for withdrawals, in all.',
    annotations: hints.reads,
    output: answers.wallet,
    input: { mchId: common.mchId },
    run: async (desk, { mchId }) => {
      const control = await desk.control();
      return wallet(await control.get('/merchants/:id/wallet', { id: desk.merchantId(mchId) }));
    },
  }),
  tool({
    name: 'wallet_credit',
    title: 'Top up a wallet',
    description: 'An operator tops the wallet up, for instance so that a withdrawal is covered.',
    annotations: hints.adds,
    output: answers.wallet,
    input: { amount: common.amount, mchId: common.mchId },
    run: async (desk, { amount, mchId }) => {
      const control = await desk.control();
      const id = desk.merchantId(mchId);
      return wallet(await control.post('/merchants/:id/credit', { id, body: { amount } }));
    },
  }),
  tool({
    name: 'ledger_read',
    title: "A merchant's books",
    description:
      'The double-entry journal of a merchant, oldest first, and its accounts as they stand: how each payment, fee, hold and ' +
      'release came to the balance.',
    annotations: hints.reads,
    output: answers.ledger,
    input: {
      mchId: common.mchId,
      limit: z.int().min(1).max(1_000).default(50).describe('Entries at once.'),
      cursor: common.cursor,
    },
    run: async (desk, { mchId, limit, cursor }) => {
      const control = await desk.control();
      const id = desk.merchantId(mchId);
      const ledger = await control.get('/merchants/:id/ledger', {
        id,
        query: { limit: String(limit), cursor },
      });
      return { data: ledger, text: `${ledger.entries.length} entries, oldest first.` };
    },
  }),
  tool({
    name: 'ledger_check',
    title: 'Check the books',
    description:
      'Recomputes every balance of the gateway from the journal, and says whether all is balanced.',
    annotations: hints.reads,
    output: answers.ledgerCheck,
    input: {},
    run: async (desk) => {
      const checked = await (await desk.control()).get('/ledger/check');
      return {
        data: checked,
        text: checked.balanced ? 'The books are balanced.' : 'The books are not balanced.',
      };
    },
  }),
];

function wallet(answer: ControlResponse<'Wallet'>) {
  return { data: answer, text: `${answer.available} INR are available.` };
}
