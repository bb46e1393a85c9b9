import { GatewayClient } from '@inrgate/sdk';
import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import type { Database } from '../database.ts';
import { payinOf } from '../gateway.ts';
import { type Checkout, newOrderNo, type Reply, Shop } from '../shop.ts';

/** A shop with the SDK's client and callback handler. The shop's unique constraint also covers the return page. */
export class Sdk extends Shop {
  readonly #client: GatewayClient;
  readonly #notifyUrl: string | undefined;
  readonly #handle: (request: Request) => Promise<Response>;

  constructor(database: Database, environment: NodeJS.ProcessEnv) {
    super(database, environment);
    const { INRGATE_BASE_URL = '', INRGATE_MCH_ID = '', INRGATE_MCH_KEY = '' } = environment;
    const credentials = { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY };
    this.#client = new GatewayClient({ baseUrl: INRGATE_BASE_URL, ...credentials });
    this.#notifyUrl = environment['INRGATE_CALLBACK_URL'];
    this.#handle = createCallbackHandler({
      ...credentials,
      onPayin: ({ mchOrderNo, status, paidAmount }) =>
        this.settle(payinOf({ mchOrderNo, status, paidAmount: paidAmount ?? '' })),
    });
  }

  override async order(amount: string): Promise<Checkout> {
    const mchOrderNo = newOrderNo();
    this.database.insertOrder(mchOrderNo, amount);
    const { payUrl } = await this.#client.payins.create({ mchOrderNo, amount, notifyUrl: this.#notifyUrl });
    return { mchOrderNo, payUrl };
  }

  override async receive(body: string, contentType: string): Promise<Reply> {
    const headers = { 'content-type': contentType };
    const request = new Request('http://shop/callbacks', { method: 'POST', headers, body });
    const response = await this.#handle(request);
    return { status: response.status, text: await response.text() };
  }

  override async returnPage(mchOrderNo: string): Promise<void> {
    const { status, paidAmount } = await this.#client.payins.retrieve({ mchOrderNo });
    await this.settle(payinOf({ mchOrderNo, status, paidAmount: paidAmount ?? '' }));
  }
}
