import type { GatewayClient, Payin } from '@inrgate/sdk';
import type { PayinCallback } from '@inrgate/sdk/callbacks';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';

/** What is tested here: customers top up their accounts. In memory, as the example is about the tests. */
export class TopUps {
  readonly #client: GatewayClient;
  /** Whose account each pay-in is for. */
  readonly #users = new Map<string, string>();
  /** What each pay-in brought, in paise: one entry each, so it is credited once. */
  readonly #credits = new Map<string, bigint>();

  constructor(client: GatewayClient) {
    this.#client = client;
  }

  async start(user: string, amount: string): Promise<Payin> {
    const mchOrderNo = `${user}-${this.#users.size + 1}`;
    this.#users.set(mchOrderNo, user);
    return this.#client.payins.create({ mchOrderNo, amount });
  }

  /** A callback's, or the answer to a query. */
  settle({
    mchOrderNo,
    status,
    paidAmount,
  }: Pick<PayinCallback, 'mchOrderNo' | 'status' | 'paidAmount'>): void {
    if (!this.#users.has(mchOrderNo)) throw new Error(`there is no top-up ${mchOrderNo}`);
    if (status === 'success') this.#credits.set(mchOrderNo, parseAmount(paidAmount ?? '0.00'));
  }

  balance(user: string): string {
    const credits = [...this.#credits].filter(([mchOrderNo]) => this.#users.get(mchOrderNo) === user);
    return formatAmount(credits.reduce((sum, [, paise]) => sum + paise, 0n));
  }
}
