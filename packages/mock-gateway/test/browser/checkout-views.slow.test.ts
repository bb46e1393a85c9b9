import { describe, expect, it } from 'vitest';
import { phone, useBrowser, type Visitor } from './browser.ts';
import { type CheckoutScene, checkoutScene } from './checkout-scene.ts';
import { useSeededIds } from './seeded-ids.ts';

useSeededIds();
const visit = useBrowser();

interface View {
  readonly name: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly status: string;
  /** Prepares the order before the visit. */
  readonly before?: (scene: CheckoutScene) => Promise<unknown>;
  readonly act?: (visitor: Visitor) => Promise<unknown>;
}

const views: readonly View[] = [
  { name: 'upi', status: 'pending' },
  { name: 'usdt', status: 'pending', params: { tradeType: 'usdt' } },
  {
    name: 'drawer',
    status: 'pending',
    act: ({ page }) => page.getByText('Developer: simulate the payment').click(),
  },
  {
    name: 'wrong-utr',
    status: 'pending',
    act: async (visitor) => {
      visitor.expectProblem(/status of 422/);
      await visitor.page.getByLabel(/^UTR/).fill('4123 4567');
      await visitor.page.getByRole('button', { name: 'I have paid' }).click();
      await visitor.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'success',
    status: 'success',
    before: async ({ gateway, orderNo }) => {
      await gateway.clock.advance('4m');
      await gateway.payins.pay(orderNo, { utr: '412345678901' });
    },
  },
  {
    name: 'late',
    status: 'success',
    before: async ({ gateway, orderNo }) => {
      await gateway.clock.advance('45m');
      await gateway.payins.pay(orderNo, { paidAmount: '12000.00', utr: '412345678901' });
    },
  },
  { name: 'failed', status: 'failed', before: ({ gateway, orderNo }) => gateway.payins.fail(orderNo) },
  { name: 'expired', status: 'expired', before: ({ gateway }) => gateway.clock.advance('31m') },
  {
    name: 'refused',
    status: 'expired',
    before: async ({ gateway }) => {
      await gateway.settings.update({ latePayments: 'refuse' });
      await gateway.clock.advance('31m');
    },
  },
];

const wide = { width: 1280, height: 960 };

/** The pictures in the documentation. */
const shownInDocs = new Set([
  'upi-phone',
  'drawer-wide',
  'usdt-phone-dark',
  'success-phone',
  'expired-phone',
]);

describe.each(views)('checkout page: $name', (view) => {
  it('the checkout has no serious axe finding on a light phone or a dark desktop', async () => {
    const scene = await checkoutScene(view.params);
    await view.before?.(scene);
    const visitor = await visit(scene.url, phone);
    // A paid page goes to the shop after five seconds.
    await visitor.page.evaluate('stop()');
    await view.act?.(visitor);
    expect(await visitor.page.locator('h1').getAttribute('data-status')).toBe(view.status);
    for (const [size, window] of Object.entries({ phone, wide })) {
      await visitor.page.setViewportSize(window);
      for (const scheme of ['light', 'dark'] as const) {
        await visitor.prefer(scheme);
        // Each size and each scheme once, because axe takes most of the time.
        if ((size === 'phone') === (scheme === 'light')) await visitor.expectAccessible();
        await visitor.expectNoSidewaysScroll();
        const name = `${view.name}-${size}${scheme === 'dark' ? '-dark' : ''}`;
        if (shownInDocs.has(name)) await visitor.screenshot(`checkout-${name}`, { fullPage: true });
      }
    }
  });
});
