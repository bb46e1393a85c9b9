import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../gateway.ts';
import type { WireRequest } from '../../http/core/exchange.ts';
import type { Guard } from '../../http/core/guard.ts';
import { Documentation } from './documentation.ts';
import { docsFolder } from './site-files.ts';

const loopback: Guard = { kind: 'loopback', token: undefined, own: null };

function request({ method = 'GET', passedOn = false, known = '' } = {}): WireRequest {
  return {
    method,
    header: (name: string) => (name === 'if-none-match' && known !== '' ? known : null),
    headers: () => (passedOn ? [['x-forwarded-for', '203.0.113.7']] : []),
  } as Partial<WireRequest> as WireRequest;
}

function built(): Documentation {
  const base = mkdtempSync(join(tmpdir(), 'inrgate-site-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const site = join(base, 'docs/.vitepress/dist');
  mkdirSync(join(site, 'how-to'), { recursive: true });
  mkdirSync(join(site, 'assets'));
  writeFileSync(join(base, 'secret.txt'), 'secret');
  writeFileSync(join(site, 'index.html'), 'the front page');
  writeFileSync(join(site, 'how-to/go-live.html'), 'go live');
  writeFileSync(join(site, 'assets/style.1a2b.css'), 'a{}');
  symlinkSync(join(base, 'secret.txt'), join(site, 'linked.txt'));
  symlinkSync(base, join(site, 'above'));
  symlinkSync(join(site, 'how-to'), join(site, 'guides'));
  return new Documentation(() => join(base, 'docs'));
}

/** Serves the Markdown pages without the built site. */
function unbuilt(): Documentation {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['how-to', '.vitepress']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'how-to/go-live.md'), '# Go live');
  writeFileSync(join(folder, 'how-to/notes.txt'), 'notes');
  writeFileSync(join(folder, '.vitepress/config.ts'), 'config');
  writeFileSync(join(folder, 'secret.md'), 'secret');
  return new Documentation(() => folder);
}

it.each([
  ['/', 'the front page', 'text/html; charset=utf-8'],
  ['/how-to/go-live.html', 'go live', 'text/html; charset=utf-8'],
  ['/assets/style.1a2b.css', 'a{}', 'text/css; charset=utf-8'],
])('the documentation at /docs%s shows %s as %s [contract:addresses.docs]', (path, text, type) => {
  const { status, headers, body } = built().answer(request(), path, loopback);
  expect([status, headers['content-type'], Buffer.from(body as Uint8Array).toString()]).toEqual([
    200,
    type,
    text,
  ]);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/how-to/../../secret.txt',
  '/how-to/%2e%2e/index.html',
  '/..%2fsecret.txt',
  '/..\\secret.txt',
  '//index.html',
  '/how-to/../index.html',
  '/./index.html',
  '/how-to//go-live.html',
  '/linked.txt',
  '/above/secret.txt',
  '/guides/go-live.html',
  '/how-to',
  '/how-to/',
  '/index.html\0',
])(
  'the path /docs%j outside the folder, or in another notation, returns 404 [contract:addresses.docs]',
  (path) => {
    expect(built().answer(request(), path, loopback).status).toBe(404);
  },
);

it('a client revalidates its cached documentation page each time and receives 304 if the page is unchanged [contract:addresses.docs]', () => {
  const documentation = built();
  const { headers } = documentation.answer(request(), '/', loopback);
  expect(headers['cache-control']).toBe('no-cache');
  const etag = String(headers['etag']);
  for (const known of [etag, `"x", ${etag}`, etag.slice(2), '*']) {
    const { status, body, headers: again } = documentation.answer(request({ known }), '/', loopback);
    expect([known, status, body, again['etag']]).toEqual([known, 304, '', etag]);
    expect(again['content-security-policy']).toBe(headers['content-security-policy']);
  }
  for (const known of ['"x"', 'W/"x"', `${etag}x`]) {
    expect(documentation.answer(request({ known }), '/', loopback).status).toBe(200);
  }
  expect(documentation.answer(request({ known: etag }), '/nowhere.html', loopback).status).toBe(404);
});

it('a rewritten documentation page has another ETag', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '.vitepress/dist'), { recursive: true });
  const file = join(folder, '.vitepress/dist/index.html');
  const tag = () => new Documentation(() => folder).answer(request(), '/', loopback).headers['etag'];
  writeFileSync(file, 'before');
  const before = tag();
  writeFileSync(file, 'after!');
  utimesSync(file, 1_000_000_000, 1_000_000_000);
  expect(tag()).not.toBe(before);
});

it('the gateway redirects /docs to the front page of the documentation', () => {
  const { status, headers } = built().answer(request(), '', loopback);
  expect([status, headers['location']]).toEqual([302, '/docs/']);
});

it('the documentation is read-only, and requests through a tunnel require the token [contract:addresses.docs]', () => {
  expect(built().answer(request({ method: 'POST' }), '/', loopback).status).toBe(405);
  expect(built().answer(request({ passedOn: true }), '/', loopback).status).toBe(403);
});

it('a page explains how to build the documentation if the documentation is not built', () => {
  for (const folder of [null, '/nowhere']) {
    const { status, body } = new Documentation(() => folder).answer(request(), '/', loopback);
    expect([status, String(body)]).toEqual([200, expect.stringContaining('npm run docs')]);
  }
});

it('a gateway without a built documentation serves the plain text of every page [contract:addresses.docs]', () => {
  const documentation = unbuilt();
  const front = documentation.answer(request(), '/', loopback);
  const links = [...String(front.body).matchAll(/href="\/docs(?<path>[^"]+)"/g)].map(
    ({ groups }) => groups?.['path'],
  );
  expect([front.status, links]).toEqual([200, ['/how-to/go-live.md']]);
  const { status, headers, body } = documentation.answer(request(), '/how-to/go-live.md', loopback);
  expect([status, headers['content-type'], String(body)]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '# Go live',
  ]);
  for (const path of ['/how-to/notes.txt', '/.vitepress/config.ts', '/secret.md', '/how-to/../secret.md']) {
    expect([path, documentation.answer(request(), path, loopback).status]).toEqual([path, 404]);
  }
});

it('an installed gateway does not serve the docs folder of the repository that it is installed in', () => {
  const repository = mkdtempSync(join(tmpdir(), 'inrgate-shop-'));
  onTestFinished(() => rmSync(repository, { recursive: true }));
  writeFileSync(join(repository, 'pnpm-workspace.yaml'), '');
  const [own, installed] = ['packages/mock-gateway/dist', 'shop/node_modules/@inrgate/mock-gateway/dist'];
  expect(docsFolder(join(repository, own))).toBe(join(repository, 'docs'));
  expect(docsFolder(join(repository, installed))).toBeNull();
});

it('the documentation of the repository has no dead link on its front page', () => {
  const documentation = new Documentation();
  const front = documentation.answer(request(), '/', loopback);
  const pages = [...String(front.body).matchAll(/href="\/docs(?<path>\/[^"]+\.md)"/g)];
  for (const { groups } of pages) {
    expect(documentation.answer(request(), groups?.['path'] ?? '', loopback).status).toBe(200);
  }
});

it('a gateway serves /docs/ for GET and for HEAD', async () => {
  const gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen();
  const url = new URL('/docs/', baseUrl);
  const { status, headers } = await fetch(url);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  for (const name of ['content-type', 'content-length', 'content-security-policy']) {
    expect(head.headers.get(name)).toBe(headers.get(name));
  }
  await gateway.close();
});
