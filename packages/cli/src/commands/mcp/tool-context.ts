import type { MockGateway } from '@inrgate/mock-gateway';
import { ControlApiError, type ControlClient, type ControlResponse } from '@inrgate/mock-gateway/control';
import type { GatewayClient } from '@inrgate/sdk';
import { defaultPort, demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import type { Environment } from '../../input/environment.ts';
import type { Order } from '../../mock/control-text.ts';
import { systemCodeOf, UsageError } from '../../output/usage-error.ts';
import { noProfiles, type Profiles } from '../../session/profile-store.ts';
import { type Credentials, Session } from '../../session/session.ts';
import type { GlobalOptions } from '../../session/settings.ts';
import { addressOf } from '../../trigger/existing-order.ts';
import { Secrets } from './secrets.ts';

export interface ToolContextOptions {
  /** Options of the initial gateway and merchant. A tool can select others later. */
  readonly options: GlobalOptions;
  readonly env: Environment;
  readonly profiles?: () => Profiles;
  readonly allowRemote: boolean;
  readonly trouble: (error: unknown) => void;
}

/** Arguments that contain a URL to which the gateway sends requests. */
const addresses = ['callbackUrl', 'notifyUrl', 'to', 'url', 'probe', 'payoutProbe', 'createOrder'];

const learntAtOnce = 1_000;

/**
 * State that the tools share: the current gateway, and the keys, which no tool returns. The context can start its own
 * gateway. The first tool that needs a gateway connects.
 */
export class ToolContext {
  readonly secrets = new Secrets();
  readonly #options: ToolContextOptions;
  #session: Session;
  #learnt: Session | undefined;
  #own: Promise<MockGateway> | undefined;

  constructor(options: ToolContextOptions) {
    this.#options = options;
    this.#session = configured(options);
  }

  /** @throws {UsageError} for a gateway on another machine without permission */
  get settings(): Session['settings'] {
    const { settings } = this.#session;
    this.secrets.learn([settings.mchKey, settings.mchSecret]);
    for (const url of [settings.baseUrl, settings.legacyBaseUrl]) this.allowed('the gateway', url);
    return settings;
  }

  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Client of the control API. Learns the merchants' keys, so it can mask them. */
  async control(): Promise<ControlClient> {
    const control = this.#control();
    if (this.#learnt !== this.#session) await this.#learnAll(control).catch(() => []);
    return control;
  }

  /** Current merchants, including those that other clients created. Learns their keys. */
  async merchants(): Promise<readonly Credentials[]> {
    return this.#learnAll(this.#control()).catch(() => []);
  }

  /**
   * Learns the keys of merchants that were created since the first call to the gateway. Does nothing before the first
   * call.
   */
  async learnNew(): Promise<void> {
    if (this.#learnt === this.#session) await this.merchants();
  }

  merchantId(named: string | undefined): string {
    const mchId = named ?? this.settings.mchId;
    if (mchId !== undefined) return mchId;
    throw new UsageError('the merchant is missing. Add the mchId from merchant_list');
  }

  /**
   * Returns the keys of a merchant. Reads them from the mock gateway, or uses the configured keys for another gateway.
   */
  async credentials(named: string | undefined): Promise<Credentials> {
    const mchId = this.merchantId(named);
    const { mchKey, mchSecret, ...settings } = this.settings;
    const control = await this.control();
    try {
      return this.learn(await control.get('/merchants/:id', { id: mchId }));
    } catch (error) {
      const isNoMock = error instanceof ControlApiError && error.code === undefined;
      const isKnown = settings.mchId === mchId && (mchKey ?? mchSecret) !== undefined && !settings.isDemo;
      if (isNoMock && isKnown) return { mchId, mchKey, mchSecret };
      throw error;
    }
  }

  async client(named: string | undefined): Promise<GatewayClient> {
    // Read the URLs before waiting for the keys, because another call can select another gateway during the wait.
    const { baseUrl, legacyBaseUrl } = this.settings;
    const credentials = await this.credentials(named);
    const { GatewayClient } = await import('@inrgate/sdk');
    return new GatewayClient({ baseUrl, legacyBaseUrl, ...credentials });
  }

  learn({ mchId, mchKey, mchSecret }: ControlResponse<'Merchant'>): Credentials {
    this.secrets.learn([mchKey, mchSecret]);
    return { mchId, mchKey, mchSecret };
  }

  /**
   * Switches to another gateway, by default the initial gateway. A gateway that the context started continues to run.
   *
   * @throws {UsageError} for an unknown profile, or for a gateway on another machine without permission
   */
  use(options?: GlobalOptions): void {
    const before = this.#session;
    this.#session = options === undefined ? configured(this.#options) : this.#elsewhere(options);
    try {
      void this.settings;
    } catch (error) {
      this.#session = before;
      throw error;
    }
  }

  /** Starts a gateway of the context, but only once, and switches to it. */
  async start(port = defaultPort, callbackUrl?: string): Promise<MockGateway> {
    this.#own ??= this.#started(port).catch((error: unknown) => {
      this.#own = undefined;
      throw error;
    });
    const gateway = await this.#own;
    if (callbackUrl !== undefined) await gateway.merchants.update(gateway.merchant.mchId, { callbackUrl });
    const { baseUrl, legacyBaseUrl } = gateway;
    this.use({ baseUrl, legacyBaseUrl, mchId: demoCredentials.mchId });
    return gateway;
  }

  /** @throws {UsageError} for a URL on another machine without permission */
  allowed(name: string, address: string | null | undefined): void {
    if (this.#options.allowRemote || !address || !URL.canParse(address)) return;
    if (isLoopback(new URL(address).hostname)) return;
    throw new UsageError(
      `${name} is on another machine. To allow other machines, start the server with --allow-remote`,
    );
  }

  /** @throws {UsageError} for an argument with a URL on another machine, to which the gateway would send requests */
  refuseRemoteAddresses(given: Readonly<Record<string, unknown>>): void {
    for (const name of addresses) this.allowed(name, given[name] as string | null | undefined);
  }

  /**
   * Returns the saved callback URL of a merchant, or null.
   *
   * @throws {UsageError} if the callbacks of the merchant or the order would go to another machine without permission
   */
  async savedAddress(control: ControlClient, mchId: string, order: Order | null = null) {
    const { callbackUrl: saved } = await control.get('/merchants/:id', { id: mchId });
    const address = order === null ? saved : addressOf(order, saved);
    this.allowed(
      address === saved ? `the saved callback URL of ${mchId}` : "the order's callback URL",
      address,
    );
    return saved;
  }

  /** @throws {UsageError} if a callback of the order would go to another machine without permission */
  async refuseRemoteCallbacks(
    control: ControlClient,
    { order: id, mchId }: { readonly order: string; readonly mchId?: string | undefined },
  ): Promise<void> {
    const order = await control.get('/orders/:id', { id, query: { mchId } });
    await this.savedAddress(control, order.mchId, order);
  }

  async close(): Promise<void> {
    const gateway = await this.#own?.catch(() => undefined);
    await gateway?.close();
  }

  #control(): ControlClient {
    void this.settings;
    const { controlUrl, controlToken } = this.#session.controlAddress();
    this.allowed('INRGATE_CONTROL_URL', controlUrl);
    this.secrets.learn([controlToken]);
    return this.#session.control();
  }

  async #learnAll(control: ControlClient): Promise<readonly Credentials[]> {
    const session = this.#session;
    const merchants = await control.items('/merchants', { query: { limit: String(learntAtOnce) } });
    const known = merchants.map((merchant) => this.learn(merchant));
    this.#learnt = session;
    return known;
  }

  /**
   * Session for another gateway. Ignores the keys and the token of the environment and of the default profile, because
   * the keys and the token belong to the initial gateway.
   */
  #elsewhere(options: GlobalOptions): Session {
    const profiles = options.profile === undefined ? noProfiles : this.#options.profiles;
    return new Session({ quiet: true, ...options }, {}, profiles);
  }

  async #started(port: number): Promise<MockGateway> {
    // Load the gateway on demand, because the server must start quickly. Usually a gateway is already running.
    const { createMockGateway } = await import('@inrgate/mock-gateway');
    const gateway = await createMockGateway({ onError: this.#options.trouble });
    try {
      await gateway.listen({ port }).catch((error: unknown) => {
        if (systemCodeOf(error) !== 'EADDRINUSE') throw error;
        return gateway.listen({ port: 0 });
      });
      return gateway;
    } catch (error) {
      await gateway.close();
      throw error;
    }
  }
}

function configured({ options, env, profiles }: ToolContextOptions): Session {
  return new Session(options, env, profiles);
}
