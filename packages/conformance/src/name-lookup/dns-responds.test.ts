import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dnsResponds } from './dns-responds.ts';
import { namesInHostsFile } from './hosts-file.ts';

const recordTypes = { A: 1, AAAA: 28 };

/**
 * A DNS server that knows no names. The server does not respond to queries for record types for which `hears` returns
 * false.
 */
async function dnsServer(hears: (type: number) => boolean): Promise<string> {
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    if (!hears(typeOf(query))) return;
    const answer = Buffer.from(query);
    answer.writeUInt16BE(0x8183, 2);
    socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void socket.close(resolve)));
  return `127.0.0.1:${socket.address().port}`;
}

/** Returns the record type of the query, which follows the name. */
function typeOf(query: Buffer): number {
  return query.readUInt16BE(query.indexOf(0, 12) + 1);
}

describe('dnsResponds [contract:callbacks.names]', () => {
  it('dnsResponds returns true for a known and for an unknown name', async () => {
    const server = await dnsServer(() => true);
    expect(await dnsResponds('shop.example', { servers: [server], withinMs: 60_000 })).toBe(true);
  });

  it('dnsResponds returns true if no DNS server listens, because the operating system reports an error', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const { port } = socket.address();
    await new Promise<void>((resolve) => void socket.close(resolve));
    expect(await dnsResponds('shop.example', { servers: [`127.0.0.1:${port}`], withinMs: 60_000 })).toBe(
      true,
    );
  });

  it.each([
    ['anything', () => false],
    ['AAAA records', (type: number) => type === recordTypes.A],
    ['A records', (type: number) => type === recordTypes.AAAA],
  ])('dnsResponds returns false if the server is silent about %s', async (_what, hears) => {
    const server = await dnsServer(hears);
    expect(await dnsResponds('shop.example', { servers: [server], withinMs: 200 })).toBe(false);
  });

  it('dnsResponds returns false within its time limit if many servers are silent', async () => {
    const servers = await Promise.all(Array.from({ length: 60 }, () => dnsServer(() => false)));
    const ended = dnsResponds('shop.example', { servers, withinMs: 300 });
    // If the attempts were sequential, they would take 40 seconds.
    const tooLong = new Promise((resolve) => setTimeout(resolve, 15_000, 'too long'));
    expect(await Promise.race([ended, tooLong])).toBe(false);
  });
});

describe('the hosts file', () => {
  it('the hosts file contains the names that follow an IP address, without comments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'inrgate-hosts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'hosts');
    writeFileSync(file, '# a comment\n127.0.0.1\tShop.test  api.shop.test # other.test\r\n\n::1 six.test\n');
    expect([...(await namesInHostsFile(file))]).toEqual(['shop.test', 'api.shop.test', 'six.test']);
  });

  it('the hosts file counts as empty if it cannot be read', async () => {
    expect((await namesInHostsFile('/none/hosts')).size).toBe(0);
  });
});
