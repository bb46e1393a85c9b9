import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Puts the folder of Python itself into the PATH of the tests, because the `python3` of a version manager is a script
 * that takes longer to start than Python.
 */
export function setup(): void {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  const folder = path.dirname(stdout?.trim() ?? '');
  const folders = process.env['PATH']?.split(path.delimiter) ?? [];
  if (path.isAbsolute(folder) && !folders.includes(folder))
    process.env['PATH'] = [folder, ...folders].join(path.delimiter);
}
