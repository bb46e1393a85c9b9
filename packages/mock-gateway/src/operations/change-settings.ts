import type { Settings } from '../domain/settings.ts';
import { commit, type Ports } from './ports.ts';

/** Settings survive a restart (contract: Control API). */
export async function changeSettings(ports: Ports, settings: Settings): Promise<void> {
  const result = await commit(ports, [{ write: 'put_settings', settings }]);
  if (!result.committed) throw new Error('settings have no precondition to fail');
}
