import type { CurrentSettings } from '../../../src/cluster/current-settings.ts';
import type { Generation } from '../../../src/cluster/shared.ts';
import { defaultSettings } from '../../../src/configuration/options.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { Store } from '../../../src/store/store.ts';
import { type FarDatabase, generationParts } from './far-database.ts';
import type { FarNetwork } from './far-network.ts';
import type { Planted } from './planted.ts';

interface GenerationOptions {
  readonly number: number;
  readonly network: FarNetwork;
  readonly database: FarDatabase;
  readonly planted: Planted | null;
  readonly store: Store;
  /** Returns the last known version of the settings. */
  readonly settingsVersion: () => number;
}

/** A gateway's access to the state that a reset replaces. */
export class FarGeneration implements Generation {
  readonly number: number;
  readonly store: Store;
  readonly claims: Generation['claims'];
  readonly settings: CurrentSettings;
  readonly faults: Generation['faults'];
  readonly rates: Generation['rates'];
  readonly locks: Generation['locks'];
  readonly checks: Generation['checks'];
  readonly #end = new AbortController();

  constructor(options: GenerationOptions) {
    const { number, network, database, store, settingsVersion } = options;
    const parts = farParts(options);
    this.number = number;
    this.store = store;
    this.claims = store.merchants;
    this.settings = new FarSettings(
      () => network.call('settings', () => database.store.settings()),
      settingsVersion,
    );
    this.faults = parts('faults');
    this.rates = parts('rates');
    this.locks = parts('locks');
    this.checks = parts('checks');
  }

  get ended(): AbortSignal {
    return this.#end.signal;
  }

  readonly isPresent = (): boolean => !this.#end.signal.aborted;

  end(): void {
    this.#end.abort();
  }
}

/** Calls of a generation that has ended take effect on state that nothing reads. */
function farParts({ number, network, database, planted }: GenerationOptions) {
  const own = generationParts();
  const gone = generationParts();
  return <Name extends keyof typeof own>(name: Name): (typeof own)[Name] => {
    const isOwn =
      (planted === 'limits per process' && name === 'rates') ||
      (planted === 'faults per process' && name === 'faults');
    const at = () => (isOwn ? own : number === database.generation ? database.parts : gone)[name];
    return new Proxy(own[name], {
      get:
        (_, call) =>
        (...all: unknown[]) =>
          network.call(`${name}.${String(call)}`, () => {
            if (call === 'admit') database.countCall(Number(all[2]));
            const port = at() as unknown as Record<string | symbol, (...all: unknown[]) => unknown>;
            return port[call]?.call(port, ...all);
          }),
    });
  };
}

/** Settings that are loaded again when their version changes. */
class FarSettings implements CurrentSettings {
  readonly #load: Store['settings'];
  readonly #version: () => number;
  #known: { readonly version: number; readonly settings: Promise<Settings> } | null = null;

  constructor(load: Store['settings'], version: () => number) {
    this.#load = load;
    this.#version = version;
  }

  get(): Promise<Settings> {
    const version = this.#version();
    if (this.#known?.version !== version) {
      const settings = this.#load().then((stored) => stored?.value ?? defaultSettings);
      this.#known = { version, settings };
    }
    return this.#known.settings;
  }

  changed(): void {
    this.#known = null;
  }
}
