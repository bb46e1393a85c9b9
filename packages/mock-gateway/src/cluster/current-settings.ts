import type { Settings } from '../domain/settings.ts';

/** Current settings for readers, such as every request. Changes go to the store. */
export interface CurrentSettings {
  get(): Promise<Settings>;
  /** Updates the settings at the instance that changed them, after the commit. */
  changed(settings: Settings): void;
}

/** The settings of all gateways in one process, as last stored. */
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
