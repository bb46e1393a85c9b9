import { isIP } from 'node:net';
import {
  amountPattern,
  demoCredentials,
  formatRate,
  orderValidityMinutes,
  parseRate,
  rateLimitPerMinute,
  ratePattern,
  urlMaxLength,
  usdtForPaise,
} from '@inrgate/sdk/internal';
import { defaultLimits, formatAmount, type Limits, parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { callbackFormats, type Merchant } from '../domain/merchant.ts';
import { latePayments, type Settings } from '../domain/settings.ts';

/** One week in minutes. A longer validity is probably a mistake. */
const maxOrderValidityMinutes = 7 * 24 * 60;

/** Ten thousand crore rupees in paise. Sums of larger amounts could exceed the integer range of a database. */
const maxPaise = 10_000_000_000_000n;

/** Largest integer that the database stores. */
const maxStored = 2n ** 63n - 1n;

const amount = z
  .string({ error: 'must be a string with two decimals, for example "500.00"' })
  .refine(isAmount, 'must be a string with two decimals, for example "500.00", and at most 100000000000.00')
  .transform((text) => parseAmount(text));

const rate = z
  .string({ error: 'must be a string with four decimals, for example "90.0000", or null' })
  .refine(isRate, 'must be above zero, with four decimals, for example "90.0000", or null')
  .transform((text) => parseRate(text));

const credential = z
  .string()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

const callbackUrl = z
  .string()
  .max(urlMaxLength)
  .refine(isCallbackUrl, 'must be an absolute http or https URL without user info');

const ipOrCidr = z
  .string()
  .refine(
    isIpOrCidr,
    'must be an IP address or a CIDR block, for example "10.0.0.0/8", with an IPv4 address in its own notation',
  );

const limits = z.strictObject({
  payinMin: amount,
  payinMax: amount,
  payoutMin: amount,
  payoutMax: amount,
  payoutDaily: amount,
});

/** Fields of a merchant in the configuration file and the control API. All fields are optional. */
export const merchantFields = z.strictObject({
  /**
   * Merchant ID: 1 to 100 printable ASCII characters without spaces. The same rule applies to the API Key and the API
   * Secret.
   */
  mchId: credential,
  /** API Key, unique to one merchant. It signs pay-ins and identifies the merchant in v1. */
  mchKey: credential,
  /** API Secret. It signs payouts, balance queries and v1 requests. */
  mchSecret: credential,
  /** Saved callback URL of the merchant, http or https. Null, the default, means no URL. */
  callbackUrl: callbackUrl.nullable(),
  /** Format of callbacks. A callback test changes it (spec: Delivery rules 6). Default `json`. */
  callbackFormat: z.enum(callbackFormats),
  /**
   * IP addresses and CIDR blocks from which the gateway accepts calls. An empty list counts as no list. Default
   * 127.0.0.1 and ::1.
   */
  ipAllowList: z.array(ipOrCidr).max(1000),
  /** If false, INR orders return 422 `method_not_allowed`. Default true. */
  inrEnabled: z.boolean(),
  /** If false, USDT orders return 422 `method_not_allowed`. Default true. */
  usdtEnabled: z.boolean(),
  /** If true, every signed call returns 403 `account_suspended`. Default false. */
  suspended: z.boolean(),
  /** Limits in INR with two decimals. The default is the limits of the specification. */
  limits: limits.partial(),
  /** Opening balance in INR with two decimals. It never overwrites the balance of a stored wallet. */
  balance: amount,
});

const positive = z.int().min(1);

/** Settings in the configuration file and the control API. All settings are optional. */
export const settingsFields = z.strictObject({
  /**
   * INR per USDT with four decimals. Default `90.0000`. Null disables the rate, and USDT orders return 503
   * `rate_unavailable`.
   */
  usdtRate: rate.nullable(),
  /** Minutes until an unpaid pay-in or link expires. At most one week. Default 30. */
  orderValidityMinutes: positive.max(maxOrderValidityMinutes),
  /** Effect of a payment after expiry: `credit`, the default, or `refuse` (reading: States). */
  latePayments: z.enum(latePayments),
  /** If true, a failed pay-in sends a callback. Default true. */
  failedPayinCallback: z.boolean(),
  /**
   * Maximum number of v3 calls in any 60 seconds, per merchant and IP address. Calls above the limit return 429
   * `rate_limited`. Default 120. Null removes the limit, for example for a load test.
   */
  rateLimitPerMinute: positive.max(1_000_000).nullable(),
  /** Lock of an IP address after wrong signatures (reading:order.4). Null disables the lock. */
  signatureLock: z
    .strictObject({
      /** Number of wrong signatures that lock the IP address. Default 10. */
      failures: positive.max(1_000_000),
      /** Number of seconds in which the gateway counts wrong signatures. Default 600. */
      windowSeconds: positive.max(86_400),
      /** Number of seconds during which calls from the IP address return 429 `too_many_failures`. Default 900. */
      lockSeconds: positive.max(86_400),
    })
    .partial()
    .nullable(),
  /** If true, every v3 call returns 503 `maintenance`. Default false. */
  maintenance: z.boolean(),
  /** If false, new pay-ins return 503 `provider_unavailable`, and new links 502 `gateway_error`. Default true. */
  providerAvailable: z.boolean(),
  /** Simulated customers, who pay or fail an order by its amount or destination. Null, the default, disables them. */
  simulation: z
    .strictObject({
      /** Seconds from the creation of an order to its payment, on the gateway's clock. */
      payAfterSeconds: positive.max(86_400),
    })
    .nullable(),
});

/** A merchant of a configuration. Only its ID is required. */
const configuredMerchant = merchantFields.partial().required({ mchId: true, mchKey: true, mchSecret: true });

/** The configuration file, and the `merchants` and `settings` of `createMockGateway`. Unknown keys are rejected. */
export const configSchema = z
  .strictObject({
    /** The merchants. The first merchant is `gateway.merchant`. The default is the demo merchant. */
    merchants: z.array(configuredMerchant).min(1, 'must contain at least one merchant').optional(),
    /** Settings that differ from the defaults. The defaults follow the interpretations. */
    settings: settingsFields.partial().optional(),
  })
  .superRefine(
    (config: unknown, context) => {
      const merchants = merchantsIn(config);
      for (const [name, index] of repeatedCredentials(merchants)) {
        context.addIssue({
          code: 'custom',
          path: ['merchants', index, name],
          message: 'is used by another merchant',
        });
      }
      for (const [index, { limits: written }] of merchants.entries()) {
        const limits = readableLimits(written);
        const message = limitConflict(limits) ?? rateConflict(rateIn(config), limits);
        if (message !== null)
          context.addIssue({ code: 'custom', path: ['merchants', index, 'limits'], message });
      }
    },
    // Run this check even if other fields are invalid, so one error lists every issue.
    { when: () => true },
  );

/** A configuration as the user writes it. */
export type GatewayConfig = z.input<typeof configSchema>;
/** A merchant as a configuration contains it, with amounts in INR with two decimals. */
export type MerchantInput = z.input<typeof merchantFields>;
/** Settings as a configuration contains them, with the rate in INR. */
export type SettingsInput = z.input<typeof settingsFields>;
/** A parsed configuration, with amounts in paise. */
export type ParsedConfig = z.output<typeof configSchema>;
/** Parsed fields of a merchant, with amounts in paise. Missing fields keep their current values. */
export type MerchantPatch = z.output<ReturnType<typeof merchantFields.partial>>;
/** Parsed settings, with the rate in 1/10,000 rupee. Missing settings keep their current values. */
export type SettingsPatch = z.output<ReturnType<typeof settingsFields.partial>>;

/** The only merchant of a gateway without a configuration (contract). */
export const demoMerchant = {
  ...demoCredentials,
  ipAllowList: ['127.0.0.1', '::1'],
  balance: '100000.00',
} as const;

const defaultLock = { failures: 10, windowSeconds: 600, lockSeconds: 900 } as const;

/** Default settings. Each default is an interpretation. */
export const defaultSettings: Settings = {
  usdtRate: 900_000n,
  orderValidityMinutes,
  latePayments: 'credit',
  failedPayinCallback: true,
  rateLimitPerMinute,
  signatureLock: defaultLock,
  maintenance: false,
  providerAvailable: true,
  simulation: null,
};

/**
 * Applies the patch to the settings. Merges the fields of the lock separately. If the lock was disabled, missing fields
 * of the lock get their defaults.
 */
export function mergeSettings(base: Settings, patch: SettingsPatch): Settings {
  return {
    ...base,
    ...defined(patch),
    signatureLock: mergeLock(base.signatureLock, patch.signatureLock),
  };
}

function mergeLock(
  base: Settings['signatureLock'],
  patch: SettingsPatch['signatureLock'],
): Settings['signatureLock'] {
  if (patch === undefined) return base;
  return patch && { ...defaultLock, ...base, ...defined(patch) };
}

/** Applies the patch to the merchant. Ignores the opening balance, because the ledger stores the balance. */
export function mergeMerchant(base: Merchant, patch: MerchantPatch): Merchant {
  const { balance: _opening, limits: wanted, ...fields } = patch;
  const merged: Limits = { ...base.limits, ...defined(wanted ?? {}) };
  return { ...base, ...defined(fields), limits: merged };
}

/** Creates a merchant from its fields. Missing fields get the defaults of the contract. */
export function newMerchant(
  identity: Pick<Merchant, 'mchId' | 'mchKey' | 'mchSecret'>,
  patch: MerchantPatch,
): Merchant {
  const base: Merchant = {
    ...identity,
    callbackUrl: null,
    callbackFormat: 'json',
    ipAllowList: [...demoMerchant.ipAllowList],
    inrEnabled: true,
    usdtEnabled: true,
    suspended: false,
    limits: defaultLimits,
  };
  return mergeMerchant(base, patch);
}

/**
 * Describes a minimum above its maximum, because such limits reject every amount. Returns null for consistent limits.
 */
export function limitConflict(limits: Partial<Limits>): string | null {
  for (const [least, most] of [
    ['payinMin', 'payinMax'],
    ['payoutMin', 'payoutMax'],
  ] as const) {
    const [min = 0n, max = min] = [limits[least], limits[most]];
    if (min > max) return `${least} ${formatAmount(min)} is above ${most} ${formatAmount(max)}`;
  }
  return null;
}

/**
 * Describes a rate at which the USDT of the largest pay-in would not fit the database. Returns null if every amount
 * fits.
 */
export function rateConflict(
  usdtRate: Settings['usdtRate'],
  { payinMax = 0n }: Partial<Limits>,
): string | null {
  if (usdtRate === null || usdtForPaise(payinMax, usdtRate) <= maxStored) return null;
  return `usdtRate ${formatRate(usdtRate)} is too low for payinMax ${formatAmount(payinMax)}`;
}

/** Returns the limits of a configured merchant, with defaults for missing limits. Omits invalid amounts. */
function readableLimits(written: unknown): Partial<Limits> {
  const all = { ...defaultLimits, ...(isLoose(written) && defined(written)) };
  return Object.fromEntries(Object.entries(all).filter(([, limit]) => typeof limit === 'bigint'));
}

type Loose = Readonly<Record<string, unknown>>;

/** Returns the merchants of an unvalidated configuration. Replaces an invalid merchant with an empty object. */
function merchantsIn(config: unknown): readonly Loose[] {
  const merchants = isLoose(config) ? config['merchants'] : undefined;
  return Array.isArray(merchants) ? merchants.map((merchant) => (isLoose(merchant) ? merchant : {})) : [];
}

/** Returns the rate of an unvalidated configuration, after its transformation, or the default. */
function rateIn(config: unknown): Settings['usdtRate'] {
  const settings = isLoose(config) ? config['settings'] : undefined;
  const usdtRate = isLoose(settings) ? settings['usdtRate'] : undefined;
  return typeof usdtRate === 'bigint' || usdtRate === null ? usdtRate : defaultSettings.usdtRate;
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Defined<T>
  >;
}

function repeatedCredentials(
  merchants: readonly Loose[],
): readonly (readonly ['mchId' | 'mchKey', number])[] {
  return (['mchId', 'mchKey'] as const).flatMap((name) => {
    const seen = new Set<unknown>([undefined]);
    return merchants.flatMap((merchant, index) => {
      const value = typeof merchant[name] === 'string' ? merchant[name] : undefined;
      const isRepeated = value !== undefined && seen.has(value);
      seen.add(value);
      return isRepeated ? [[name, index] as const] : [];
    });
  });
}

/** Returns whether the string is an amount in rupees that a wallet can store. */
export function isAmount(text: string): boolean {
  return amountPattern.test(text) && parseAmount(text) <= maxPaise;
}

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
  );
}

function isIpOrCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || (family === 6 && !isPlainIpv6(address))) return false;
  if (prefix === undefined) return true;
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** False for an IPv4 address in IPv6 notation and for an address with a zone. Neither would match any client. */
function isPlainIpv6(address: string): boolean {
  const url = `http://[${address}]`;
  return URL.canParse(url) && !new URL(url).hostname.startsWith('[::ffff:');
}

function isRate(text: string): boolean {
  return ratePattern.test(text) && parseRate(text) > 0n && parseRate(text) <= maxStored;
}

/** Returns the given opening balance, or the balance of the demo merchant. */
export function openingBalance(patch: MerchantPatch): bigint {
  return patch.balance ?? parseAmount(demoMerchant.balance);
}
