import { sign } from '@inrgate/sdk/protocol';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, listenGateway, Orders, orderNoOf } from '../scenarios/harness.ts';
import { accept, Receiver, reply } from '../scenarios/receiver.ts';
import { patient } from '../scenarios/sender.ts';

export interface DashboardScene {
  readonly gateway: MockGateway;
  readonly receiver: Receiver;
  /** A paid pay-in whose callback the gateway still retries. */
  readonly retried: string;
  /** A payout that waits for the operator. */
  readonly waiting: string;
}

/**
 * A shop's afternoon on a frozen clock. The scene contains orders in every state, retries, rejected requests and a
 * fault.
 */
export async function dashboardScene(): Promise<DashboardScene> {
  const gateway = await listenGateway({ sender: patient });
  const receiver = await Receiver.open(accept);
  await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
  const orders = new Orders(gateway);
  const { payins, payouts, links, clock, callbacks } = gateway;
  const amounts = ['200.00', '1499.00', '48250.00', '999.50', '12000.00', '350.00', '7600.00', '25000.00'];
  for (const [index, amount] of amounts.entries()) {
    const orderNo = await orders.payin({ mchOrderNo: `INV-${2041 + index}`, amount, extra: 'cart 7' });
    await clock.advance('2m');
    if (index % 4 !== 3) await payins.pay(orderNo);
    else await payins.fail(orderNo);
    await callbacks.settle();
  }
  await orders.payin({ mchOrderNo: 'INV-2049', amount: '2500.00' });
  await clock.advance('31m');
  await orders.payin({ mchOrderNo: 'INV-2050', amount: '500.00', tradeType: 'usdt' });
  await links.pay(await orders.link({ client_ref: 'BILL-77', amount: '820.00', notify_url: receiver.url }));
  await orders.link({ client_ref: 'BILL-78', amount: '4100.00' });
  const paidOut = await orders.payout({
    mchOrderNo: 'OUT-310',
    amount: '15000.00',
    upiId: 'asha.rao@okbank',
  });
  await payouts.approve(paidOut);
  await clock.advance('4m');
  await payouts.complete(paidOut);
  await callbacks.settle();
  receiver.reply = reply(500, 'database is down');
  const retried = await orders.payin({ mchOrderNo: 'INV-2051', amount: '123456.00'.slice(2), extra: 'gift' });
  await payins.pay(retried, { utr: '412345678901' });
  await callbacks.settle();
  await clock.advance('7m');
  const bank = {
    payType: 'bank',
    upiId: '',
    bankCode: 'HDFC Bank',
    accountName: 'Asha Rao',
    accountNumber: '50100012345678',
    ifsc: 'HDFC0001234',
  };
  const waiting = await orders.payout({ mchOrderNo: 'OUT-311', amount: '8200.00', ...bank });
  await signsUrlEncoded(gateway);
  await callerOf(gateway).payin({ mchOrderNo: 'INV-2053', amount: '99.00' });
  orderNoOf(await callerOf(gateway).payin({ mchOrderNo: 'INV-2054', amount: '640.00' }));
  gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 2, action: { kind: 'drop' } });
  return { gateway, receiver, retried, waiting };
}

/** A common mistake: the client signs a value in its URL encoding. */
function signsUrlEncoded(gateway: MockGateway) {
  const { mchId, mchKey } = gateway.merchant;
  const params = { mchId, mchOrderNo: 'INV-2052', amount: '640.00', extra: 'blue shirt' };
  const wrong = sign({ ...params, extra: encodeURIComponent(params.extra) }, mchKey);
  return callerOf(gateway).raw('/v3/payin', { ...params, sign: wrong });
}
