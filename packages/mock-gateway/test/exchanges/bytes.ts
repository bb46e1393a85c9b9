import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HarFile, type Passed, startProxy } from '@inrgate/conformance';
import { expect, onTestFinished } from 'vitest';
import { harFaults } from './har-schema.ts';

const lanes = 24;
const secrets = { key: 'demo-mch-key', sign: 'A1B2C3D4E5F60718293A4B5C6D7E8F90', account: '001234567890' };

/** Creates valid JSON, broken JSON, binary data or an empty body, sometimes with secrets. */
function body(at: number): Buffer {
  const params = {
    mchId: 'DEMO1001',
    mchOrderNo: `N-${at}`,
    accountNumber: secrets.account,
    sign: secrets.sign,
    note: secrets.key,
  };
  const json = JSON.stringify(params);
  switch (at % 5) {
    case 0:
      return Buffer.from(json);
    case 1:
      return Buffer.from(json.slice(0, -5));
    case 2:
      return randomBytes(1 + (at % 3_000));
    case 3:
      return Buffer.from(new URLSearchParams(params).toString());
    default:
      return Buffer.alloc(0);
  }
}

interface Seen {
  readonly url: string | undefined;
  readonly headers: readonly string[];
  readonly digest: string;
  /** The bytes of the response. */
  readonly answered: string;
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Returns the headers without those that apply to one connection only. */
const endToEnd = (raw: readonly string[]) =>
  raw.flatMap((name, at) =>
    at % 2 === 0 && !/^(?:connection|keep-alive|host)$/i.test(name) ? [`${name}: ${raw[at + 1]}`] : [],
  );

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Expects that the proxy neither loses nor alters `count` exchanges, and that their recording is a HAR without secrets.
 */
export async function expectUnaltered(count: number): Promise<void> {
  const arrived = new Map<string, Seen>();
  const target = createServer(async (request, response) => {
    const bytes = await bytesOf(request);
    const at = Number(request.headers['x-number']);
    const answer = body(at + 2);
    const digests = { digest: digestOf(bytes), answered: digestOf(answer) };
    arrived.set(String(at), { url: request.url, headers: endToEnd(request.rawHeaders), ...digests });
    const length =
      at % 2 === 0 ? ['Content-Length', String(answer.byteLength)] : ['Transfer-Encoding', 'chunked'];
    response.sendDate = false;
    response.writeHead([200, 201, 404, 503][at % 4] ?? 200, `Word ${at % 7}`, [
      'X-One',
      'a',
      'x-two',
      'b',
      'X-One',
      'c',
      'Content-Type',
      'application/json',
      ...length,
    ]);
    response.end(answer);
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-bytes-'));
  const file = path.join(folder, 'all.har');
  const har = await HarFile.create(file, [secrets.key]);
  const passed: Passed[] = [];
  const proxy = await startProxy({
    to: new URL(`${origin}/v3`),
    onPassed: (one) => {
      passed.push(one);
      har.add(one);
    },
  });
  onTestFinished(() => {
    target.closeAllConnections();
    target.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const wrong: string[] = [];
  const one = async (at: number) => {
    const bytes = body(at);
    const framing =
      at % 3 === 0 ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(bytes.byteLength)];
    const headers = [
      'Host',
      new URL(proxy.url).host,
      'X-Number',
      String(at),
      'Accept',
      '*/*',
      'x-Case',
      'a',
      'X-cAsE',
      'b',
      'Content-Type',
      'application/json',
      ...framing,
    ];
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(`${proxy.url}/v3/payin?n=${at}`, { method: 'POST', headers, agent: false }, resolve)
        .on('error', reject)
        .end(bytes);
    });
    const got = await bytesOf(answer);
    const there = arrived.get(String(at));
    const isSame =
      there?.digest === digestOf(bytes) &&
      there.url === `/v3/payin?n=${at}` &&
      JSON.stringify(there.headers) === JSON.stringify(endToEnd(headers)) &&
      answer.statusMessage === `Word ${at % 7}` &&
      answer.statusCode === [200, 201, 404, 503][at % 4] &&
      JSON.stringify(endToEnd(answer.rawHeaders).slice(0, 4)) ===
        JSON.stringify(['X-One: a', 'x-two: b', 'X-One: c', 'Content-Type: application/json']) &&
      there.answered === digestOf(got);
    if (!isSame) wrong.push(String(at));
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (next < count) await one(next++);
    }),
  );
  await proxy.close();
  expect(wrong).toEqual([]);
  expect(arrived.size).toBe(count);
  expect(await har.close()).toBe(count);
  const text = readFileSync(file, 'utf8');
  expect(harFaults(JSON.parse(text))).toEqual([]);
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
}
