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

/** How the assistant's desk is set up. */
export interface DeskOptions {
  /** Which gateway, and as which merchant, until a tool says otherwise. */
  readonly options: GlobalOptions;
  readonly env: Environment;
  /** Those that are saved, if not the user's. */
  readonly profiles?: () => Profiles;
  /** Whether gateways and addresses may be on other machines. */
  readonly allowRemote: boolean;
  /** Hears what fails in a gateway of its own. */
  readonly trouble: (error: unknown) => void;
}

/** What `start` is told. */
export interface StartOptions {
  readonly port?: number | undefined;
  readonly callbackUrl?: string | undefined;
}

/** Merchants whose keys are learnt with one call. */
const learntAtOnce = 1_000;

/**
 * What the tools work on: the gateway that they talk to, which may be one of the desk's own, and the keys, which no tool
 * tells. Nothing is looked for before a tool needs it.
 */
export class Desk {
  readonly secrets = new Secrets();
  readonly #options: DeskOptions;
  #session: Session;
  /** The session whose merchants' keys are known. */
  #learnt: Session | undefined;
  #own: Promise<MockGateway> | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#session = configured(options);
  }

  /** @throws {UsageError} for a gateway that it may not talk to */
  get settings(): Session['settings'] {
    const { settings } = this.#session;
    this.secrets.learn([settings.mchKey, settings.mchSecret]);
    for (const url of [settings.baseUrl, settings.legacyBaseUrl]) this.allowed('the gateway', url);
    return settings;
  }

  /** Whether the gateway is the desk's own, which ends with it. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** The control API of the gateway, whose merchants' keys are known from then on. */
  async control(): Promise<ControlClient> {
    const control = this.#control();
    if (this.#learnt !== this.#session) await this.#learnAll(control).catch(() => []);
    return control;
  }

  /** The merchants as they are now, whose keys are known from then on: others make merchants, too. */
  async merchants(): Promise<readonly Credentials[]> {
    return this.#learnAll(this.#control()).catch(() => []);
  }

  /** Learns the keys of merchants that others have made since the gateway was first talked to; nothing if it was not. */
  async learnNew(): Promise<void> {
    if (this.#learnt === this.#session) await this.merchants();
  }

  /** The merchant that a tool is about: the one that is named, else the one that calls are made as. */
  merchantId(named: string | undefined): string {
    const mchId = named ?? this.settings.mchId;
    if (mchId !== undefined) return mchId;
    throw new UsageError('which merchant? Give its mchId; merchant_list has them');
  }

  /** That merchant's keys, which the mock gateway has; of another gateway those that are set. */
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

  /** What signs and sends that merchant's calls. */
  async client(named: string | undefined): Promise<GatewayClient> {
    // Before the keys are waited for: they are for this gateway, also when another is used meanwhile.
    const { baseUrl, legacyBaseUrl } = this.settings;
    const credentials = await this.credentials(named);
    const { GatewayClient } = await import('@inrgate/sdk');
    return new GatewayClient({ baseUrl, legacyBaseUrl, ...credentials });
  }

  /** The keys of a merchant that the control API answered: from now on they are told nobody. */
  learn({ mchId, mchKey, mchSecret }: ControlResponse<'Merchant'>): Credentials {
    this.secrets.learn([mchKey, mchSecret]);
    return { mchId, mchKey, mchSecret };
  }

  /**
   * Talks to another gateway from now on, or without options to the one that it began with; one of its own goes on.
   *
   * @throws {UsageError} for an unknown profile, or a gateway that it may not talk to
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

  /** Starts a gateway of its own, and talks to it; asked again, it is the same one. */
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

  /** @throws {UsageError} for an address on another machine, unless that is allowed */
  allowed(name: string, address: string | null | undefined): void {
    if (this.#options.allowRemote || !address || !URL.canParse(address)) return;
    if (isLoopback(new URL(address).hostname)) return;
    throw new UsageError(
      `${name} is on another machine, and the tools stay on this one: to let them, start the server with --allow-remote`,
    );
  }

  /** Ends the gateway of its own. */
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
   * What is set in the environment, and the profile that is used when none is named, are for the gateway that it began with:
   * their keys and the token are not for another.
   */
  #elsewhere(options: GlobalOptions): Session {
    const profiles = options.profile === undefined ? noProfiles : this.#options.profiles;
    return new Session({ quiet: true, ...options }, {}, profiles);
  }

  async #started(port: number): Promise<MockGateway> {
    // Loaded here, as an editor waits for the server, and mostly a gateway runs already.
    const { createMockGateway } = await import('@inrgate/mock-gateway');
    const gateway = await createMockGateway({ onError: this.#options.trouble });
    try {
      // Where shops look for it; another gateway, or anything else, may be there.
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

function configured({ options, env, profiles }: DeskOptions): Session {
  return new Session(options, env, profiles);
}
