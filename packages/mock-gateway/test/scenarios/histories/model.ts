/** What the gateway should be, worked out apart from the code that is tested. Money in paise, time in epoch ms. */
export interface Model {
  now: number;
  late: 'credit' | 'refuse';
  /** Whether a failed pay-in is told. */
  failedTold: boolean;
  validityMinutes: number;
  /** By Merchant ID. */
  readonly shops: ReadonlyMap<string, ModelShop>;
}

/** A merchant's part. */
export interface ModelShop {
  readonly mchId: string;
  available: bigint;
  /** By kind and the merchant's number. */
  readonly deposits: Map<string, ModelDeposit>;
  readonly payouts: Map<string, ModelPayout>;
}

export interface ModelDeposit {
  readonly orderNo: string;
  readonly amount: bigint;
  readonly tradeType: string;
  readonly expiresAt: number;
  state: 'pending' | 'failed' | 'success';
  /** Whether the merchant was told of anything yet. */
  told: boolean;
}

export interface ModelPayout {
  readonly orderNo: string;
  readonly amount: bigint;
  readonly day: string;
  state: 'pending' | 'processing' | 'success' | 'failed';
}

const opening = 2_000_000n;
/** As the merchants of the histories have it. */
export const dailyLimit = 600_000n;

export function newModel(now: number, mchIds: readonly string[]): Model {
  const shops = mchIds.map((mchId): [string, ModelShop] => [
    mchId,
    { mchId, available: opening, deposits: new Map(), payouts: new Map() },
  ]);
  return { now, late: 'credit', failedTold: true, validityMinutes: 30, shops: new Map(shops) };
}

export function shopOf({ shops }: Model, mchId: string): ModelShop {
  const shop = shops.get(mchId);
  if (shop === undefined) throw new Error(`no merchant ${mchId}`);
  return shop;
}

export function paise(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** 11 %, half up to a paisa (spec: Fees; reading: Money and time). */
export function depositFee(amount: bigint): bigint {
  return (amount * 11n + 50n) / 100n;
}

/** Amount, 6.5 % and 10.00 (spec: Fees). */
export function debitOf(amount: bigint): bigint {
  return amount + (amount * 65n + 500n) / 1_000n + 1_000n;
}

export function held({ payouts }: ModelShop): bigint {
  const open = [...payouts.values()].filter(({ state }) => state === 'pending' || state === 'processing');
  return open.reduce((sum, { amount }) => sum + debitOf(amount), 0n);
}

export function statusOf({ now }: Model, { state, expiresAt }: ModelDeposit): string {
  return state === 'pending' && now >= expiresAt ? 'expired' : state;
}

/** The calendar day in IST. */
export function today({ now }: Model): string {
  return new Date(now + 19_800_000).toISOString().slice(0, 10);
}

export function withdrawnToday(model: Model, { payouts }: ModelShop): bigint {
  const day = today(model);
  const counted = [...payouts.values()].filter((payout) => payout.day === day && payout.state !== 'failed');
  return counted.reduce((sum, { amount }) => sum + amount, 0n);
}
