import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hasRuntimes } from '../../../../../test/runtimes.ts';
import { temporaryFile } from '../harness.ts';

const program = `${import.meta.dirname}/delivering.ts`;

it.runIf(hasRuntimes('unshare'))(
  'two receivers with hanging DNS delay no other callback [contract:callbacks.names]',
  async () => {
    const resolvConf = temporaryFile('resolv.conf');
    writeFileSync(resolvConf, 'nameserver 127.0.0.1\n');
    // This script makes the program's DNS server the only DNS server, on the port of DNS.
    const script = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"';
    const node = [process.execPath, '--conditions=@inrgate/source', program];
    const unshared = ['-mn', 'sh', '-c', script, 'sh', resolvConf, ...node];
    const { stdout } = await promisify(execFile)('unshare', unshared);
    expect(JSON.parse(stdout)).toEqual({
      // Attempts to hung names fail after eight seconds, after the other deliveries have ended.
      deliveredFirst: ['localhost', 'shop.test'],
      reason: 'no response within 8 s',
    });
  },
);
