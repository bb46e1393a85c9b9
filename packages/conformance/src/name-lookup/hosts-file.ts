import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

function hostsFile(): string {
  const { SystemRoot = 'C:\\Windows' } = process.env;
  return process.platform === 'win32' ? join(SystemRoot, 'System32/drivers/etc/hosts') : '/etc/hosts';
}

/** Reads the names in the hosts file, in lower case. Returns no names if the file is unreadable. */
export async function namesInHostsFile(file: string = hostsFile()): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const names = text.split('\n').flatMap((line) => {
    const [entry = ''] = line.split('#', 1);
    return entry.toLowerCase().split(/\s+/).filter(Boolean).slice(1);
  });
  return new Set(names);
}
