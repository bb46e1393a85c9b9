import { demoCredentials, wallet } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { callbackFormats } from '../../domain/merchant.ts';
import { latePayments } from '../../domain/settings.ts';
import { anySum, count, flag, mchId, nextCursor, text, textOrNull, time } from './fields.ts';

/** The settings in the format of the configuration file. */
export const settings = z.strictObject({
  usdtRate: textOrNull(
    'INR per USDT, with four decimals. If `null`, USDT pay-ins return 503 `rate_unavailable`.',
    '90.0000',
  ),
  orderValidityMinutes: count('Minutes until an unpaid order expires.', 30),
  latePayments: z.enum(latePayments).meta({
    description:
      '`credit`: the gateway credits a payment after the expiry. `refuse`: the gateway rejects the payment.',
  }),
  failedPayinCallback: flag('If `true`, the gateway sends a callback when a pay-in fails.', true),
  rateLimitPerMinute: z
    .int()
    .min(1)
    .nullable()
    .meta({
      description:
        'Maximum number of v3 calls by a merchant from one IP address in any 60 seconds. `null` removes the limit.',
      examples: [120],
    }),
  signatureLock: z
    .strictObject({
      failures: count('Number of wrong signatures that lock an IP address.', 10),
      windowSeconds: count('Period in seconds in which the gateway counts wrong signatures.', 600),
      lockSeconds: count('Duration of the lock in seconds.', 900),
    })
    .nullable()
    .meta({
      description: 'Lock of an IP address after repeated wrong signatures. `null` turns the lock off.',
    }),
  maintenance: flag('If `true`, every v3 call returns 503 `maintenance`.', false),
  providerAvailable: flag(
    'If `false`, no payment channel is available, and pay-ins return 503 `provider_unavailable`.',
    true,
  ),
  simulation: z
    .strictObject({
      payAfterSeconds: count('Seconds from the creation of an order to its payment.', 5),
    })
    .nullable()
    .meta({
      description:
        'Simulated customers settle each order. The amount or the destination determines the outcome. `null` turns the simulation off.',
    }),
});

const limit = (description: string) =>
  wallet.shape.balance.meta({ description: `${description}, in INR.`, examples: ['500.00'] });

/** A key of the merchant. Absent if the query contains `keys=false`. */
const key = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

/** A merchant in the format of the configuration file. */
export const merchant = z.strictObject({
  mchId,
  mchKey: key('API Key. It signs pay-ins, their queries and their callbacks.', demoCredentials.mchKey),
  mchSecret: key(
    'API Secret. It signs balance requests, payouts and links, and the queries and callbacks of payouts and links.',
    'an-api-secret',
  ),
  callbackUrl: textOrNull(
    'Callback URL that the merchant has saved in the merchant dashboard, or `null`.',
    'http://127.0.0.1:3000/callbacks',
  ),
  callbackFormat: z.enum(callbackFormats).meta({ description: 'Format of the callback bodies.' }),
  ipAllowList: z.array(z.string()).meta({
    description:
      'IP addresses or CIDR blocks of the allow-list. With an empty list, the merchant has no saved allow-list.',
    examples: [['127.0.0.1', '10.0.0.0/8']],
  }),
  inrEnabled: flag('If `true`, the account can create INR orders.', true),
  usdtEnabled: flag('If `true`, the account can create USDT orders.', true),
  suspended: flag('If `true`, the account is suspended.', false),
  limits: z
    .strictObject({
      payinMin: limit('Minimum amount of a pay-in'),
      payinMax: limit('Maximum amount of a pay-in'),
      payoutMin: limit('Minimum amount of a payout'),
      payoutMax: limit('Maximum amount of a payout'),
      payoutDaily: limit('Maximum total of payouts in one IST day'),
    })
    .meta({ description: 'Limits of the account.' }),
});

export const account = text(
  '`merchant:<mchId>:available`, `merchant:<mchId>:held` or an account of the gateway.',
  'gateway:fees',
);
export const ledgerKind = z
  .enum(['payin', 'link', 'hold', 'capture', 'release', 'credit'])
  .meta({ description: 'Cause of the transaction.' });

export const snapshot = z.strictObject({
  name: text('Name of the snapshot.', 'fixtures'),
  createdAt: time,
  orders: z
    .int()
    .min(0)
    .meta({ description: 'Number of orders in the snapshot.', examples: [12] }),
});

export const ledger = z.strictObject({
  accounts: z
    .array(z.strictObject({ account, balance: anySum.meta({ description: 'INR.' }) }))
    .meta({ description: 'Current balance of each account. Every page contains the same balances.' }),
  entries: z
    .array(
      z.strictObject({
        transactionId: text('ID of the transaction. The entries of a transaction sum to zero.', 'tx_1'),
        kind: ledgerKind,
        orderNo: textOrNull('Gateway order number, or `null` for a top-up.'),
        at: time,
        account,
        amount: anySum,
      }),
    )
    .meta({ description: 'Entries, oldest first.' }),
  nextCursor,
});
