import type { Settings } from '../domain/settings.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

/**
 * Changes settings and stores them, so they survive a restart (contract: Control API). If `change` throws, the settings
 * stay unchanged.
 */
export function changeSettings(ports: Ports, change: (settings: Settings) => Settings): Promise<Settings> {
  const attempt = async () => {
    const stored = await ports.store.settings();
    if (stored === null) throw new Error('a gateway that has started has settings');
    const settings = change(stored.value);
    const version = stored.version + 1;
    const result = await commit(ports, [{ write: 'put_settings', settings, version }]);
    return result.committed ? settings : tryAgain;
  };
  return ports.inTurn(() => untilCommitted(attempt));
}
