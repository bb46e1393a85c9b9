import type { Settings } from '../domain/settings.ts';
import type { Core } from './core.ts';

/** Changes and stores settings, so they survive a restart. If `change` throws, the settings stay unchanged. */
export function changeSettings({ store }: Core, change: (settings: Settings) => Settings): Settings {
  const settings = change(store.settings);
  store.write(() => store.putSettings(settings));
  return settings;
}
