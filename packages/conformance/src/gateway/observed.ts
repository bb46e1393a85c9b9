import { demoCredentials, orderValidityMinutes, rateLimitPerMinute } from '@inrgate/sdk/internal';

/** Observed behaviour that can differ between gateways and accounts. Amounts and rates use the wire format. */
export interface Seen {
  readonly inrEnabled: boolean;
  readonly usdtEnabled: boolean;
  readonly payinMin: string;
  readonly payinMax: string;
  readonly orderValidityMinutes: number;
  /** INR per USDT with four decimals, or null if the gateway has no rate. */
  readonly usdtRate: string | null;
  readonly latePayments: 'credit' | 'refuse';
  readonly failedPayinCallback: boolean;
  /** The rate limit in requests per minute, or null if the check did not reach it. */
  readonly rateLimitPerMinute: number | null;
  /** The lock after wrong signatures, or null if the check caused none. */
  readonly signatureLock: { readonly failures: number; readonly lockSeconds: number } | null;
}

/** The observed part of a mock gateway's configuration. */
export interface ObservedConfig {
  /** The demo merchant, with the values in which the account differs. */
  readonly merchants?: ObservedMerchant[];
  /** Settings that differ from the defaults. */
  readonly settings?: Partial<Omit<Seen, keyof ObservedAccount | keyof ObservedLimits>>;
}

type ObservedAccount = Pick<Seen, 'inrEnabled' | 'usdtEnabled'>;
type ObservedLimits = Pick<Seen, 'payinMin' | 'payinMax'>;

interface ObservedMerchant extends Partial<ObservedAccount> {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
  readonly balance: string;
  readonly limits?: Partial<ObservedLimits>;
}

/** The settings of the gateway and the account that the check has observed so far. */
export type Observed = { -readonly [Name in keyof Seen]?: Seen[Name] };

/** Defaults of a mock gateway. */
const usual: Seen = {
  inrEnabled: true,
  usdtEnabled: true,
  payinMin: '200.00',
  payinMax: '50000.00',
  orderValidityMinutes,
  usdtRate: '90.0000',
  latePayments: 'credit',
  failedPayinCallback: true,
  rateLimitPerMinute,
  signatureLock: { failures: 10, lockSeconds: 900 },
};

/**
 * Creates a configuration with which a mock gateway behaves like the checked gateway, as far as settings allow. The
 * demo merchant in the configuration has the values of the account, but keeps its own keys.
 */
export function configOf(seen: Observed): ObservedConfig {
  const entries = Object.entries(seen).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name as keyof Seen]),
  );
  const { inrEnabled, usdtEnabled, payinMin, payinMax, ...settings } = Object.fromEntries(
    entries,
  ) as Partial<Seen>;
  const limits = given({ payinMin, payinMax });
  const account = given({ inrEnabled, usdtEnabled, limits: isEmpty(limits) ? undefined : limits });
  return {
    ...(!isEmpty(account) && {
      merchants: [{ ...demoCredentials, balance: '100000.00', ...account }],
    }),
    ...(!isEmpty(settings) && { settings }),
  };
}

function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0;
}
