import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../gateway.ts';
import type { WireRequest } from '../../wire/exchange.ts';
import type { Guard } from '../../wire/guard.ts';
import { Documentation } from './documentation.ts';

const loopback: Guard = { kind: 'loopback', token: undefined, own: null };

function request({ method = 'GET', passedOn = false } = {}): WireRequest {
  return {
    method,
    header: () => null,
    headers: () => (passedOn ? [['x-forwarded-for', '203.0.113.7']] : []),
  } as Partial<WireRequest> as WireRequest;
}

function built(): Documentation {
  const base = mkdtempSync(join(tmpdir(), 'inrgate-site-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const site = join(base, 'site');
  mkdirSync(join(site, 'how-to'), { recursive: true });
  mkdirSync(join(site, 'assets'));
  writeFileSync(join(base, 'secret.txt'), 'secret');
  writeFileSync(join(site, 'index.html'), 'the front page');
  writeFileSync(join(site, 'how-to/go-live.html'), 'go live');
  writeFileSync(join(site, 'assets/style.1a2b.css'), 'a{}');
  symlinkSync(join(base, 'secret.txt'), join(site, 'linked.txt'));
  return new Documentation(() => site);
}

it.each([
  ['/', 'the front page', 'text/html; charset=utf-8'],
  ['/how-to/go-live.html', 'go live', 'text/html; charset=utf-8'],
  ['/assets/style.1a2b.css', 'a{}', 'text/css; charset=utf-8'],
])('the documentation is served at /docs%s', (path, text, type) => {
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
  '/linked.txt',
  '/how-to',
  '/how-to/',
  '/index.html\0',
])('there is nothing at /docs%j: neither outside its folder, nor by another way to a file in it', (path) => {
  expect(built().answer(request(), path, loopback).status).toBe(404);
});

it('its front page is found without the slash', () => {
  const { status, headers } = built().answer(request(), '', loopback);
  expect([status, headers['location']]).toEqual([302, '/docs/']);
});

it('is only read, and not by who comes through a tunnel that has no token', () => {
  expect(built().answer(request({ method: 'POST' }), '/', loopback).status).toBe(405);
  expect(built().answer(request({ passedOn: true }), '/', loopback).status).toBe(403);
});

it('where it is not built the page says how', () => {
  for (const folder of [null, '/nowhere']) {
    const { status, body } = new Documentation(() => folder).answer(request(), '/', loopback);
    expect([status, String(body)]).toEqual([200, expect.stringContaining('npm run docs')]);
  }
});

it('a gateway answers at /docs/', async () => {
  const gateway = await createMockGateway();
  const { status, headers } = await gateway.fetch(new URL('/docs/', gateway.baseUrl));
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  await gateway.close();
});
