import { ControlClient } from '@inrgate/mock-gateway/control';
import type { GatewayClient } from '@inrgate/sdk';
import { demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Command } from 'commander';
import { type Environment, variable, variables } from '../input/environment.ts';
import { askKey, canAsk } from '../input/prompts.ts';
import { Output, printable } from '../output/output.ts';
import { shellWord } from '../output/shell-word.ts';
import { UsageError } from '../output/usage-error.ts';
import { type Profile, type Profiles, profileNamed, readProfiles } from './profile-store.ts';
import { retryNotes } from './retry-notes.ts';
import { type GlobalOptions, httpUrl, overridingVariables, type Settings, settingsOf } from './settings.ts';

/** The merchant of a call, with the keys that are known. */
export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string | undefined;
  readonly mchSecret: string | undefined;
}

/** One call of the command: where it writes, and whom it talks to. */
export class Session {
  readonly output: Output;
  readonly #options: GlobalOptions;
  readonly #env: Environment;
  readonly #profiles: () => Profiles;
  #settings: Settings | undefined;
  #abort: AbortController | undefined;
  readonly #answers = new Map<KeyName, string>();
  #demoNoted = false;

  constructor(options: GlobalOptions, env: Environment, profiles: () => Profiles = readProfiles) {
    this.output = new Output({ json: options.json ?? false, quiet: options.quiet ?? false });
    this.#options = options;
    this.#env = env;
    this.#profiles = profiles;
  }

  /**
   * Whom this call talks to, and as which merchant; nothing is read before it is asked for.
   *
   * @throws {UsageError} for an unknown profile, or an address that is none
   */
  get settings(): Settings {
    this.#settings ??= this.#resolve();
    return this.#settings;
  }

  /** Whether the gateway is on this machine, and so very likely the mock gateway. */
  get local(): boolean {
    return isLoopback(new URL(this.settings.baseUrl).hostname);
  }

  /** Aborted by Ctrl-C, so that what is known about a call is still told; a second Ctrl-C ends the process. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      process.once('SIGINT', () => abort.abort(new Error('interrupted')));
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  /**
   * A client with the merchant's keys; those that are needed are asked for when they are not known.
   *
   * @throws {UsageError} for a key that is not known, when there is nobody to ask
   */
  async client(...needed: readonly KeyName[]): Promise<GatewayClient> {
    const { baseUrl, legacyBaseUrl } = this.settings;
    const credentials = await this.credentials(...needed);
    // Loaded here, so that commands without calls to the gateway do not wait for it.
    const sdk = await import('@inrgate/sdk');
    return new sdk.GatewayClient({ baseUrl, legacyBaseUrl, ...credentials, hooks: retryNotes(this.output) });
  }

  /**
   * The merchant and its keys; those that are needed are asked for when they are not known.
   *
   * @throws {UsageError} for a key that is not known, when there is nobody to ask
   */
  async credentials(...needed: readonly KeyName[]): Promise<Credentials> {
    const { mchId, mchKey, mchSecret, isDemo } = this.settings;
    if (mchId === undefined) {
      throw new UsageError(
        `no merchant: set ${variables.mchId}, give --mch-id, or save one with: inrgate profile add NAME`,
      );
    }
    const known = { mchKey, mchSecret };
    for (const name of needed) known[name] = await this.key(name);
    if (needed.length === 0 && isDemo) this.#noteDemo();
    return { mchId, ...known };
  }

  /**
   * One of the merchant's keys; it is asked for when it is not known.
   *
   * @throws {UsageError} when there is nobody to ask
   */
  async key(name: KeyName): Promise<string> {
    const { isDemo, [name]: known } = this.settings;
    if (isDemo) this.#noteDemo();
    const key = known ?? this.#answers.get(name) ?? (await this.#ask(name));
    this.#answers.set(name, key);
    return key;
  }

  /** The mock gateway's control API: at the base URL's origin, unless INRGATE_CONTROL_URL says otherwise. */
  control(): ControlClient {
    const { controlUrl, controlToken } = this.controlAddress();
    return new ControlClient({ url: controlUrl, token: controlToken });
  }

  /** Where that is, and its token; for who calls it otherwise. */
  controlAddress(): { readonly controlUrl: string; readonly controlToken: string | undefined } {
    const url = variable(this.#env, 'INRGATE_CONTROL_URL') ?? new URL('/_mock', this.settings.baseUrl).href;
    httpUrl('INRGATE_CONTROL_URL', url);
    const controlToken = variable(this.#env, 'INRGATE_CONTROL_TOKEN');
    return { controlUrl: url.replace(/\/+$/, ''), controlToken };
  }

  /** A command for a person to copy, that talks to the same gateway as this one. */
  commandLine(...words: readonly string[]): string {
    const { profile, baseUrl, legacyBaseUrl, mchId } = this.#options;
    const given = {
      '--profile': profile,
      '--base-url': baseUrl,
      '--legacy-base-url': legacyBaseUrl,
      '--mch-id': mchId,
    };
    const options = Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [name, value],
    );
    return printable(['inrgate', ...words, ...options].map(shellWord).join(' '));
  }

  #resolve(): Settings {
    const profile = this.#profile();
    const sources = { options: this.#options, env: this.#env, profile };
    const settings = settingsOf(sources);
    for (const variable of overridingVariables(sources)) {
      this.output.note(`note: ${variable} of the environment comes before what the profile says`);
    }
    return settings;
  }

  #profile(): Profile | undefined {
    const profiles = this.#profiles();
    const named = this.#options.profile ?? variable(this.#env, 'INRGATE_PROFILE');
    const name = named ?? profiles.current;
    if (name === undefined) return undefined;
    const profile = profileNamed(name, profiles);
    if (named === undefined) this.output.note(`note: profile ${name}, merchant ${profile.mchId}`);
    return profile;
  }

  async #ask(name: KeyName): Promise<string> {
    const { mchId } = this.settings;
    const key = `${keyTitles[name]} (${name})${mchId === undefined ? '' : ` of merchant ${mchId}`}`;
    const answer = canAsk() ? await askKey(`${key}, not saved:`) : '';
    if (answer !== '') return answer;
    throw new UsageError(`no ${key}: set ${variables[name]}, or save it with: inrgate profile add NAME`);
  }

  #noteDemo(): void {
    if (this.#demoNoted) return;
    this.#demoNoted = true;
    this.output.note(
      `note: no key is set, so this is the demo merchant ${demoCredentials.mchId} of the gateway on this machine`,
    );
  }
}

/** What the gateway's panel calls the keys. */
export const keyTitles: Readonly<Record<KeyName, string>> = { mchKey: 'API Key', mchSecret: 'API Secret' };

/** Gives a command its work, with the global options read. `O` is what the command declares. */
export function onCall<O extends object>(
  command: Command,
  work: (session: Session, options: O, args: readonly string[]) => Promise<void>,
): void {
  command.action(async () => {
    const options: O & GlobalOptions = command.optsWithGlobals();
    const session = new Session(options, process.env);
    // A profile that is named must be there, also when the command needs none of it.
    if (options.profile !== undefined) void session.settings;
    await work(session, options, command.args);
  });
}
