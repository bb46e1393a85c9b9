import type { Fixtures, Page } from '@playwright/test';
import { addressesAt, type GatewayAddresses } from './configuration/addresses.ts';
import type { MerchantInput } from './configuration/options.ts';
import { ControlClient } from './control/client.ts';
import type { ControlResult } from './control/typed.ts';
import { type Credentials, createMockGateway } from './gateway.ts';

/** A gateway for the tests of one worker. */
export interface TestGateway extends GatewayAddresses {
  /** Client for every call of the control API. */
  readonly control: ControlClient;
}

/** The merchant of one test. Pass it to `new GatewayClient(merchant)`. */
export interface TestMerchant extends Credentials {
  /** Base URL of the v3 API. */
  readonly baseUrl: string;
  /** Base URL of the legacy v1 API. */
  readonly legacyBaseUrl: string;
}

/** The clock of the gateway. The fixture resumes the clock after each test that uses it. */
export interface TestClock {
  /** Moves the clock and runs every timer that falls due. Resolves when the deliveries have ended. Example: `'31m'`. */
  advance(by: string): Promise<ControlResult<'POST', '/clock/advance'>>;
  /** Stops the clock. */
  freeze(): Promise<ControlResult<'POST', '/clock/freeze'>>;
  /** Resumes the clock from its present time. */
  resume(): Promise<ControlResult<'POST', '/clock/resume'>>;
}

/**
 * Actions of the customer on the checkout that `page` shows. Each method resolves when the deliveries of the order's
 * callbacks have ended.
 */
export interface TestCheckout {
  /** Clicks Pay. */
  pay(page?: Page): Promise<void>;
  /** Enters another amount, for example `'400.00'`, and clicks Pay. */
  payAmount(amount: string, page?: Page): Promise<void>;
  /** Clicks Fail. */
  fail(page?: Page): Promise<void>;
}

/** Fixtures of each test. */
export interface GatewayFixtures {
  /** A new merchant for each test, so the faults and lists of one test do not affect another test. */
  readonly merchant: TestMerchant;
  /** The worker's clock. */
  readonly clock: TestClock;
  /** The customer's actions on the checkout. */
  readonly checkout: TestCheckout;
}

/** Fixtures of each worker. */
export interface GatewayWorkerFixtures {
  /**
   * Origin of a running gateway, as an option of Playwright. If it is empty, the default, the worker starts its own
   * gateway.
   */
  readonly gatewayUrl: string;
  /** The gateway of the worker. */
  readonly gateway: TestGateway;
}

/** Options of `gatewayFixtures`. */
export interface GatewayFixtureOptions {
  /** Fields of the new `merchant`. Example: `{ callbackUrl: 'http://127.0.0.1:3000/callbacks' }`. */
  readonly merchant?: Partial<MerchantInput> | undefined;
  /** Control token of the gateway at `gatewayUrl`. The default is `INRGATE_CONTROL_TOKEN`. */
  readonly controlToken?: string | undefined;
}

type TestFixtures = Fixtures<GatewayFixtures, GatewayWorkerFixtures, { readonly page: Page }>;

/**
 * Creates fixtures for Playwright Test: `base.extend<GatewayFixtures, GatewayWorkerFixtures>(gatewayFixtures())`. Each
 * test uses its own merchant. Each worker uses its own gateway on a free port, unless `gatewayUrl` is set to a running
 * gateway.
 */
export function gatewayFixtures({ merchant, controlToken }: GatewayFixtureOptions = {}): TestFixtures {
  return {
    gatewayUrl: ['', { option: true, scope: 'worker' }],
    gateway: [
      async ({ gatewayUrl }, use) => {
        const own = gatewayUrl === '' ? await createMockGateway() : null;
        const addresses = own === null ? addressesAt(new URL(gatewayUrl).origin) : await own.listen();
        const token = controlToken ?? process.env['INRGATE_CONTROL_TOKEN'];
        await use({ ...addresses, control: new ControlClient({ url: addresses.controlUrl, token }) });
        await own?.close();
      },
      { scope: 'worker' },
    ],
    merchant: async ({ gateway }, use) => {
      const { control, baseUrl, legacyBaseUrl } = gateway;
      const created = await control.post('/merchants', { body: { ...merchant } });
      const { mchId, mchKey = '', mchSecret = '' } = created;
      await use({ mchId, mchKey, mchSecret, baseUrl, legacyBaseUrl });
    },
    clock: async ({ gateway: { control } }, use) => {
      await use({
        advance: (by) => control.post('/clock/advance', { body: { by } }),
        freeze: () => control.post('/clock/freeze'),
        resume: () => control.post('/clock/resume'),
      });
      await control.post('/clock/resume');
    },
    checkout: async ({ gateway: { control }, page: current }, use) => {
      await use(checkoutOf(control, current));
    },
  };
}

function checkoutOf(control: ControlClient, current: Page): TestCheckout {
  const move = async (page: Page, name: string | RegExp, status: 'success' | 'failed') => {
    await page.getByRole('button', { name }).click();
    await page.locator(`h1[data-status="${status}"]`).waitFor();
    await control.post('/callbacks/settle');
  };
  const open = async (page: Page) => {
    const drawer = page.locator('details.drawer');
    if ((await drawer.getAttribute('open')) === null) await drawer.locator('> summary').click();
  };
  return {
    pay: async (page = current) => {
      await open(page);
      await move(page, /^Pay ₹/, 'success');
    },
    payAmount: async (amount, page = current) => {
      await open(page);
      await page.getByLabel('Another amount').fill(amount);
      await move(page, 'Pay this amount', 'success');
    },
    fail: async (page = current) => {
      await open(page);
      await move(page, 'Fail', 'failed');
    },
  };
}
