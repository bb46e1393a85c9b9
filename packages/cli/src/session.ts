import { isIPv4 } from 'node:net';
import type { ClientOptions, GatewayClient } from '@inrgate/sdk';
import type { Command } from 'commander';
import { ControlApi } from './control-api.ts';
import { UsageError } from './exit-codes.ts';
import { Output } from './output.ts';

/** The options that every command has. */
export interface GlobalOptions {
  readonly baseUrl?: string;
  readonly legacyBaseUrl?: string;
  readonly mchId?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** The merchant that `inrgate serve` has without a configuration. */
export const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' } as const;
/** Where `inrgate serve` is unless it is told otherwise. */
export const localGateway = 'http://127.0.0.1:4300';

/** One call of the command: where it writes, and whom it talks to. */
export class Session {
  readonly output: Output;
  readonly #options: GlobalOptions;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(options: GlobalOptions, env: Readonly<Record<string, string | undefined>>) {
    this.output = new Output({ json: options.json ?? false, quiet: options.quiet ?? false });
    this.#options = options;
    this.#env = env;
  }

  /** Whether the gateway is on this machine, and so very likely the mock gateway. */
  get local(): boolean {
    return isLoopback(this.#url('the base URL', this.#baseUrl).hostname);
  }

  /** A client with the merchant's keys; the demo merchant's for a gateway on this machine. */
  async client(): Promise<GatewayClient> {
    const options = { baseUrl: this.#baseUrl, legacyBaseUrl: this.#legacyBaseUrl, ...this.#credentials() };
    // Loaded here, so that commands without calls to the gateway do not wait for it.
    const sdk = await import('@inrgate/sdk');
    return new sdk.GatewayClient(options);
  }

  #credentials(): Pick<ClientOptions, 'mchId' | 'mchKey' | 'mchSecret'> {
    const mchId = this.#options.mchId ?? this.#read('INRGATE_MCH_ID');
    const mchKey = this.#read('INRGATE_MCH_KEY');
    const mchSecret = this.#read('INRGATE_MCH_SECRET');
    if (mchKey !== undefined || mchSecret !== undefined) {
      if (mchId === undefined) throw new UsageError('no merchant: set INRGATE_MCH_ID or give --mch-id');
      return { mchId, mchKey, mchSecret };
    }
    if (!this.local || (mchId !== undefined && mchId !== demo.mchId)) {
      throw new UsageError(
        'no key: set INRGATE_MCH_KEY (pay-ins) or INRGATE_MCH_SECRET (payouts and the balance)',
      );
    }
    this.output.note(
      `note: no key is set, so this is the demo merchant ${demo.mchId} of the gateway on this machine`,
    );
    return demo;
  }

  /** The mock gateway's control API: at the base URL's origin, unless INRGATE_CONTROL_URL says otherwise. */
  control(): ControlApi {
    const url =
      this.#read('INRGATE_CONTROL_URL') ?? new URL('/_mock', this.#url('the base URL', this.#baseUrl)).href;
    this.#url('INRGATE_CONTROL_URL', url);
    return new ControlApi({ url: url.replace(/\/+$/, ''), token: this.#read('INRGATE_CONTROL_TOKEN') });
  }

  get #baseUrl(): string {
    return this.#options.baseUrl ?? this.#read('INRGATE_BASE_URL') ?? `${localGateway}/v3`;
  }

  get #legacyBaseUrl(): string | undefined {
    const given = this.#options.legacyBaseUrl ?? this.#read('INRGATE_LEGACY_BASE_URL');
    if (given !== undefined || !this.local) return given;
    return new URL('/v1', this.#baseUrl).href;
  }

  #url(name: string, text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new UsageError(`${name} must be an absolute http or https URL, such as ${localGateway}/v3`);
    }
    return url;
  }

  /** An empty variable counts as absent. */
  #read(name: string): string | undefined {
    return this.#env[name] || undefined;
  }
}

/** A host name or address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/** Gives a command its work, with the global options read. `O` is what the command declares. */
export function onCall<O extends object>(
  command: Command,
  work: (session: Session, options: O, args: readonly string[]) => Promise<void>,
): void {
  command.action(async () => {
    const options: O & GlobalOptions = command.optsWithGlobals();
    await work(new Session(options, process.env), options, command.args);
  });
}
