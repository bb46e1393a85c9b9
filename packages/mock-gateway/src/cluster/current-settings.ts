import type { Settings } from '../domain/settings.ts';

/** Current settings for readers, for example every request. Changes are written to the store. */
export interface CurrentSettings {
  get(): Promise<Settings>;
  changed(settings: Settings): void;
}

/** The last stored settings of all instances in one process. */
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
