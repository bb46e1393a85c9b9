import type { MockGateway } from '@inrgate/mock-gateway';
import { ControlApiError, type ControlClient, type ControlResponse } from '@inrgate/mock-gateway/control';
import type { GatewayClient } from '@inrgate/sdk';
import { defaultPort, demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import type { Environment } from '../input/environment.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';
import { noProfiles, type Profiles } from '../session/profile-store.ts';
import { type Credentials, Session } from '../session/session.ts';
import type { GlobalOptions } from '../session/settings.ts';
import { Secrets } from './secrets.ts';

export interface ToolContextOptions {
  /** Initial gateway and merchant, which a tool can change. */
  readonly options: GlobalOptions;
  readonly env: Environment;
  /** Replaces the user's saved profiles. */
  readonly profiles?: () => Profiles;
  /** Allows gateways and URLs on other machines. */
  readonly allowRemote: boolean;
  /** Receives the errors of the context's own gateway. */
  readonly trouble: (error: unknown) => void;
}

export interface StartOptions {
  readonly port?: number | undefined;
  readonly callbackUrl?: string | undefined;
}

/** Number of merchants per call that learns keys. */
const learntAtOnce = 1_000;

/**
 * Shared state of the tools: the current gateway, possibly the context's own, and the keys, which no tool returns. The
 * first tool that needs the gateway connects.
 */
export class ToolContext {
  readonly secrets = new Secrets();
  readonly #options: ToolContextOptions;
  #session: Session;
  /** Session with known merchants' keys. */
  #learnt: Session | undefined;
  #own: Promise<MockGateway> | undefined;

  constructor(options: ToolContextOptions) {
    this.#options = options;
    this.#session = configured(options);
  }

  /** @throws {UsageError} for a forbidden gateway */
  get settings(): Session['settings'] {
    const { settings } = this.#session;
    this.secrets.learn([settings.mchKey, settings.mchSecret]);
    for (const url of [settings.baseUrl, settings.legacyBaseUrl]) this.allowed('the gateway', url);
    return settings;
  }

  /** True if the context started the gateway, which it then closes at the end. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Client of the control API. Learns the keys of the merchants to mask. */
  async control(): Promise<ControlClient> {
    const control = this.#control();
    if (this.#learnt !== this.#session) await this.#learnAll(control).catch(() => []);
    return control;
  }

  /** Current merchants, including those that other clients created. Learns their keys. */
  async merchants(): Promise<readonly Credentials[]> {
    return this.#learnAll(this.#control()).catch(() => []);
  }

  /** Learns the keys of merchants created since the first call to the gateway. Before that call, does nothing. */
  async learnNew(): Promise<void> {
    if (this.#learnt === this.#session) await this.merchants();
  }

  /** Merchant of a tool call: the named or else the current merchant. */
  merchantId(named: string | undefined): string {
    const mchId = named ?? this.settings.mchId;
    if (mchId !== undefined) return mchId;
    throw new UsageError('the merchant is missing. Add the mchId from merchant_list');
  }

  /** Keys of a merchant from the mock gateway, or the configured keys for another gateway. */
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

  /** Client that signs and sends the merchant's requests. */
  async client(named: string | undefined): Promise<GatewayClient> {
    // Read the URLs before the wait for the keys, because another call can change the gateway meanwhile.
    const { baseUrl, legacyBaseUrl } = this.settings;
    const credentials = await this.credentials(named);
    const { GatewayClient } = await import('@inrgate/sdk');
    return new GatewayClient({ baseUrl, legacyBaseUrl, ...credentials });
  }

  /** Keys of a merchant from the control API, masked from then on. */
  learn({ mchId, mchKey, mchSecret }: ControlResponse<'Merchant'>): Credentials {
    this.secrets.learn([mchKey, mchSecret]);
    return { mchId, mchKey, mchSecret };
  }

  /**
   * Switches to another gateway, by default the initial gateway. The context's own gateway continues to run.
   *
   * @throws {UsageError} for an unknown profile, or a forbidden gateway
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

  /** Starts its own gateway once and switches to it. */
  async start({ port = defaultPort, callbackUrl }: StartOptions): Promise<MockGateway> {
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
   * these belong to the initial gateway.
   */
  #elsewhere(options: GlobalOptions): Session {
    const profiles = options.profile === undefined ? noProfiles : this.#options.profiles;
    return new Session({ quiet: true, ...options }, {}, profiles);
  }

  async #started(port: number): Promise<MockGateway> {
    // Loaded on demand, because the server must start quickly. Usually a gateway is already running.
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
