import { ControlClient } from '@inrgate/mock-gateway/control';
import type { AttemptEndEvent, ClientHooks, GatewayClient } from '@inrgate/sdk';
import { demoCredentials, isLoopback } from '@inrgate/sdk/basics';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Command } from 'commander';
import { type Environment, variable, variables } from '../input/environment.ts';
import { askKey, canAsk } from '../input/prompts.ts';
import { Output, printable, shellWord } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import { type Profile, type Profiles, profileNamed, readProfiles } from './profile-store.ts';
import { type GlobalOptions, httpUrl, overridingVariables, type Settings, settingsOf } from './settings.ts';

export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string | undefined;
  readonly mchSecret: string | undefined;
}

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

  /** @throws {UsageError} for an unknown profile or an invalid URL */
  get settings(): Settings {
    this.#settings ??= this.#resolve();
    return this.#settings;
  }

  /** True if the gateway is on this machine, so it is very likely the mock gateway. */
  get local(): boolean {
    return isLoopback(new URL(this.settings.baseUrl).hostname);
  }

  /** Aborts on Ctrl-C, so the command can report the state of a request. A second Ctrl-C ends the process. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      process.once('SIGINT', () => abort.abort(new Error('interrupted')));
      this.#abort = abort;
    }
    return this.#abort.signal;
  }

  /** @throws {UsageError} if a key is unknown and no terminal can prompt */
  async client(...needed: readonly KeyName[]): Promise<GatewayClient> {
    const { baseUrl, legacyBaseUrl } = this.settings;
    const credentials = await this.credentials(...needed);
    // Load the SDK on demand, because commands without requests must start fast.
    const sdk = await import('@inrgate/sdk');
    return new sdk.GatewayClient({ baseUrl, legacyBaseUrl, ...credentials, hooks: retryNotes(this.output) });
  }

  /** @throws {UsageError} if a key is unknown and no terminal can prompt */
  async credentials(...needed: readonly KeyName[]): Promise<Credentials> {
    const { mchId, mchKey, mchSecret, isDemo } = this.settings;
    if (mchId === undefined) {
      throw new UsageError(
        `the Merchant ID is missing. Set ${variables.mchId}, use --mch-id, or run: inrgate profile add NAME`,
      );
    }
    const known = { mchKey, mchSecret };
    for (const name of needed) known[name] = await this.key(name);
    if (needed.length === 0 && isDemo) this.#noteDemo();
    return { mchId, ...known };
  }

  /** @throws {UsageError} if the key is unknown and no terminal can prompt */
  async key(name: KeyName): Promise<string> {
    const { isDemo, [name]: known } = this.settings;
    if (isDemo) this.#noteDemo();
    const key = known ?? this.#answers.get(name) ?? (await this.#ask(name));
    this.#answers.set(name, key);
    return key;
  }

  control(): ControlClient {
    const { controlUrl, controlToken } = this.controlAddress();
    return new ControlClient({ url: controlUrl, token: controlToken });
  }

  controlAddress(): { readonly controlUrl: string; readonly controlToken: string | undefined } {
    const url = variable(this.#env, 'INRGATE_CONTROL_URL') ?? new URL('/_mock', this.settings.baseUrl).href;
    httpUrl('INRGATE_CONTROL_URL', url);
    const controlToken = variable(this.#env, 'INRGATE_CONTROL_TOKEN');
    return { controlUrl: url.replace(/\/+$/, ''), controlToken };
  }

  /** Formats a command that the user can copy. It uses the same gateway as this command. */
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
      this.output.note(`note: the variable ${variable} overrides the profile`);
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
    const answer = canAsk() ? await askKey(`${key} (not saved):`) : '';
    if (answer !== '') return answer;
    throw new UsageError(`the ${key} is missing. Set ${variables[name]}, or run: inrgate profile add NAME`);
  }

  #noteDemo(): void {
    if (this.#demoNoted) return;
    this.#demoNoted = true;
    this.output.note(
      `note: no key is set. The command uses the demo merchant ${demoCredentials.mchId} of the gateway on this machine`,
    );
  }
}

/** Names of the keys in the merchant dashboard. */
export const keyTitles: Readonly<Record<KeyName, string>> = { mchKey: 'API Key', mchSecret: 'API Secret' };

/** Sets the action of a command, with the global options. `O` are the command's own options. */
export function onCall<O extends object>(
  command: Command,
  work: (session: Session, options: O, args: readonly string[]) => Promise<void>,
): void {
  command.action(async () => {
    const options: O & GlobalOptions = command.optsWithGlobals();
    const session = new Session(options, process.env);
    // The named profile must exist, even if the command does not need a profile.
    if (options.profile !== undefined) void session.settings;
    await work(session, options, command.args);
  });
}

/** Creates hooks that print a note for each retry, because a silent wait looks like a hang. */
function retryNotes(output: Output): ClientHooks {
  let last: AttemptEndEvent | undefined;
  return {
    afterAttempt: (event) => {
      last = event;
    },
    beforeRetry: ({ attempt, delay }) => {
      const response =
        last?.status === undefined ? 'no response' : `${last.status} ${last.code ?? ''}`.trimEnd();
      output.note(
        `note: attempt ${attempt} failed (${response}), retrying in ${(delay / 1000).toFixed(1)} s`,
      );
    },
  };
}
