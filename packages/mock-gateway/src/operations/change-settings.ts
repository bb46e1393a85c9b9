import type { Settings } from '../domain/settings.ts';
import { commit, type Ports } from './ports.ts';

/** Settings survive a restart (contract: Control API). */
export function changeSettings(ports: Ports, change: (settings: Settings) => Settings): Promise<Settings> {
  return ports.inTurn(async () => {
    const settings = change(ports.settings());
    const result = await commit(ports, [{ write: 'put_settings', settings }]);
    if (!result.committed) throw new Error('settings have no precondition to fail');
    return settings;
  });
}
