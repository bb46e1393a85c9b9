import { expect, it } from 'vitest';
import type { Params } from '../client.ts';
import { callerOf, listenGateway } from '../scenarios/harness.ts';
import { type Breadth, notWhole, useWideFont } from './boxes.ts';
import type { Visit } from './browser.ts';

/** Selector of every amount on the page. */
const sums = '.amount .figure, .exact .figure, button .figure, dd .figure';

async function payPage(params: Params) {
  const gateway = await listenGateway();
  await gateway.settings.update({ usdtRate: '1.0000' });
  const limits = { payinMax: '100000000000.00' };
  const keys = await gateway.createMerchant({ mchId: 'KaveriBooks', limits });
  const { data } = await callerOf(gateway, keys).payin({ mchOrderNo: 'X'.repeat(100), ...params });
  const pay = () => gateway.payins.pay(String(data['orderNo']), { paidAmount: '99999999999.99' });
  return { url: String(data['pay_url']), pay };
}

const orders = {
  'an ordinary amount': { amount: '123456.00' },
  'the longest amount': { amount: '100000000000.00' },
  'the longest amount in USDT': { amount: '100000000000.00', tradeType: 'usdt' },
} as const;

/** The checkout must show each amount completely at each width. */
export function itShowsAmountsCompletely(visit: Visit, { font, widths }: Breadth): void {
  it.each(Object.entries(orders))(
    `the checkout of %s wraps no amount and cuts off no text, from 280 to 2,560 px, in ${font} font`,
    async (_, params) => {
      const { url, pay } = await payPage(params);
      for (const state of ['pending', 'paid']) {
        if (state === 'paid') await pay();
        // Open a new page, because a page that waits for the payment reloads itself.
        const visitor = await visit(url, { scale: 1 });
        const { page } = visitor;
        if (font === 'a wide') await useWideFont(page);
        await page.evaluate("document.querySelector('details').open = true");
        expect(await page.locator(sums).count()).toBeGreaterThan(1);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await notWhole(page, sums), `${state}, at ${width} px`).toEqual([]);
          await visitor.expectNoSidewaysScroll();
        }
      }
    },
  );
}
