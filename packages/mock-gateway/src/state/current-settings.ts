import type { Settings } from '../domain/settings.ts';

/** The current settings, which every request reads. Writers change the settings in the store. */
export interface CurrentSettings {
  get(): Promise<Settings>;
  changed(settings: Settings): void;
}

/** The last stored settings. */
export function keptSettings(settings: Settings): CurrentSettings {
  let kept = settings;
  return {
    get: async () => kept,
    changed: (next) => {
      kept = next;
    },
  };
}
