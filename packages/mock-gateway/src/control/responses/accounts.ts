import { demoCredentials, wallet } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { callbackFormats } from '../../domain/merchant.ts';
import { latePayments } from '../../domain/settings.ts';
import { anySum, count, flag, mchId, nextCursor, text, time } from './fields.ts';

/** The settings, as the config file writes them. */
export const settings = z.strictObject({
  usdtRate: z
    .string()
    .nullable()
    .meta({
      description: 'INR per USDT, four decimals; null: no rate, so 503 `rate_unavailable`.',
      examples: ['90.0000'],
    }),
  orderValidityMinutes: count('Minutes until an unpaid order expires.', 30),
  latePayments: z.enum(latePayments).meta({ description: 'What becomes of a payment after expiry.' }),
  failedPayinCallback: flag('Whether a failed pay-in sends a callback.', true),
  rateLimitPerMinute: z
    .int()
    .min(1)
    .nullable()
    .meta({
      description: 'v3 calls in any 60 seconds, per merchant and IP address; null: any number.',
      examples: [120],
    }),
  signatureLock: z
    .strictObject({
      failures: count('Wrong signatures that lock an IP address.', 10),
      windowSeconds: count('Seconds within which they count.', 600),
      lockSeconds: count('Seconds that the lock lasts.', 900),
    })
    .nullable()
    .meta({ description: 'When repeated wrong signatures lock an IP address; null: never.' }),
  maintenance: flag('Answer every v3 call 503 `maintenance`.', false),
  providerAvailable: flag(
    'Whether there is a payment channel; without one, 503 `provider_unavailable`.',
    true,
  ),
});

const limit = (description: string) =>
  wallet.shape.balance.meta({ description: `${description}, INR.`, examples: ['500.00'] });

/** Not there with `?keys=false`. */
const key = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [example] });

/** A merchant, as the config file writes it. */
export const merchant = z.strictObject({
  mchId,
  mchKey: key('API Key: signs pay-ins, their queries and their callbacks.', demoCredentials.mchKey),
  mchSecret: key('API Secret: signs everything else.', 'an-api-secret'),
  callbackUrl: z
    .string()
    .nullable()
    .meta({
      description: 'The callback URL saved in the panel; null: none.',
      examples: ['http://127.0.0.1:3000/callbacks'],
    }),
  callbackFormat: z.enum(callbackFormats).meta({ description: 'How its callbacks are written.' }),
  ipAllowList: z.array(z.string()).meta({
    description: 'Addresses or CIDR blocks; empty: none saved.',
    examples: [['127.0.0.1', '10.0.0.0/8']],
  }),
  inrEnabled: flag('Whether INR orders are allowed.', true),
  usdtEnabled: flag('Whether USDT orders are allowed.', true),
  suspended: flag('Whether the account is suspended.', false),
  limits: z
    .strictObject({
      payinMin: limit('Least of a pay-in'),
      payinMax: limit('Most of a pay-in'),
      payoutMin: limit('Least of a withdrawal'),
      payoutMax: limit('Most of a withdrawal'),
      payoutDaily: limit('Most of all withdrawals of a day (IST)'),
    })
    .meta({ description: 'The account’s own limits.' }),
});

export const account = text(
  '`merchant:<mchId>:available`, `merchant:<mchId>:held` or one of the gateway’s own.',
  'gateway:fees',
);
export const ledgerKind = z
  .enum(['payin', 'link', 'hold', 'capture', 'release', 'credit'])
  .meta({ description: 'What moved the money.' });

export const ledger = z.strictObject({
  accounts: z
    .array(z.strictObject({ account, balance: anySum.meta({ description: 'INR.' }) }))
    .meta({ description: 'As they stand, whatever the page.' }),
  entries: z
    .array(
      z.strictObject({
        transactionId: text('The entries of one transaction sum to zero.', 'tx_1'),
        kind: ledgerKind,
        orderNo: z.string().nullable().meta({ description: 'The order; null for a top-up.' }),
        at: time,
        account,
        amount: anySum,
      }),
    )
    .meta({ description: 'Oldest first.' }),
  nextCursor,
});
