import type { GatewayClient, Payin } from '@inrgate/sdk';
import type { PayinCallback } from '@inrgate/sdk/callbacks';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

/**
 * The shop under test, where customers top up their accounts. Its data is in memory, because the example shows only the
 * tests.
 */
export class TopUps {
  readonly #client: GatewayClient;
  /** Customer account of each pay-in. */
  readonly #users = new Map<string, string>();
  /** Credit of each pay-in in paise. The map allows only one credit for each pay-in. */
  readonly #credits = new Map<string, bigint>();

  constructor(client: GatewayClient) {
    this.#client = client;
  }

  async start(user: string, amount: string): Promise<Payin> {
    const mchOrderNo = `${user}-${this.#users.size + 1}`;
    this.#users.set(mchOrderNo, user);
    return this.#client.payins.create({ mchOrderNo, amount });
  }

  /** Credits a paid pay-in, from a callback or from a query. */
  settle({
    mchOrderNo,
    status,
    paidAmount,
  }: Pick<PayinCallback, 'mchOrderNo' | 'status' | 'paidAmount'>): void {
    if (!this.#users.has(mchOrderNo)) throw new Error(`there is no top-up ${mchOrderNo}`);
    if (status !== 'success') return;
    if (paidAmount === null) throw new Error(`the callback of ${mchOrderNo} has no paidAmount`);
    this.#credits.set(mchOrderNo, parseAmount(paidAmount));
  }

  balance(user: string): string {
    const credits = [...this.#credits].filter(([mchOrderNo]) => this.#users.get(mchOrderNo) === user);
    return formatAmount(credits.reduce((sum, [, paise]) => sum + paise, 0n));
  }
}
