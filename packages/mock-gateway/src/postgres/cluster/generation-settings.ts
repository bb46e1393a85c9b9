import type { CurrentSettings } from '../../cluster/current-settings.ts';
import { defaultSettings } from '../../configuration/options.ts';
import type { Settings } from '../../domain/settings.ts';
import type { Store } from '../../store/store.ts';

/** The settings of one generation. Loads the settings when their stored version changes. */
export class GenerationSettings implements CurrentSettings {
  readonly #load: Store['settings'];
  readonly #version: () => number;
  /** The last loaded settings, with a null version if this instance has just stored them. */
  #known: { readonly version: number | null; readonly settings: Promise<Settings> } | null = null;

  /** @param version last known version of the stored settings */
  constructor(load: Store['settings'], version: () => number) {
    this.#load = load;
    this.#version = version;
  }

  get(): Promise<Settings> {
    const version = this.#version();
    if (this.#known === null || this.#known.version !== version) {
      const settings = this.#load().then((stored) => stored?.value ?? defaultSettings);
      const known = { version, settings };
      this.#known = known;
      settings.catch(() => {
        if (this.#known === known) this.#known = null;
      });
    }
    return this.#known.settings;
  }

  changed(): void {
    this.#known = null;
  }
}
