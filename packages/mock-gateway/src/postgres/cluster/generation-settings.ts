import type { CurrentSettings } from '../../cluster/current-settings.ts';
import { defaultSettings } from '../../configuration/options.ts';
import type { Settings } from '../../domain/settings.ts';
import type { Store } from '../../store/store.ts';

/**
 * The settings of one generation. Loads the settings when their stored version changes.
 *
 * @param version last known version of the stored settings
 */
export function generationSettings(load: Store['settings'], version: () => number): CurrentSettings {
  /** The last loaded settings, or null if this instance has just stored them. */
  let known: { readonly version: number; readonly settings: Promise<Settings> } | null = null;
  return {
    get() {
      const present = version();
      if (known?.version === present) return known.settings;
      const settings = load().then((stored) => stored?.value ?? defaultSettings);
      const loaded = { version: present, settings };
      known = loaded;
      settings.catch(() => {
        if (known === loaded) known = null;
      });
      return settings;
    },
    changed() {
      known = null;
    },
  };
}
