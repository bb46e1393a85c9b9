import type { Settings } from '../domain/settings.ts';

/** The current settings, which every request reads. Writers change the settings in the store. */
export interface CurrentSettings {
  get(): Promise<Settings>;
  changed(settings: Settings): void;
}

/** The last stored settings, for all instances in one process. */
export class KeptSettings implements CurrentSettings {
  #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async get(): Promise<Settings> {
    return this.#settings;
  }

  changed(settings: Settings): void {
    this.#settings = settings;
  }
}
