import type { Settings } from '../domain/settings.ts';

/** Current settings for readers, such as every request. Changes go to the store. */
export interface CurrentSettings {
  get(): Promise<Settings>;
  /** Call it after the commit that stored them, at the gateway that made it. */
  changed(settings: Settings): void;
}

/** The settings of the gateways of one process, as they were last stored. */
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
