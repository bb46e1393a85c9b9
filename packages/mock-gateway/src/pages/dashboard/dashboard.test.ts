import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireRequest } from '../../http/core/exchange.ts';
import type { Guard } from '../../http/core/guard.ts';
import { readFolder } from './built-files.ts';
import { Dashboard } from './dashboard.ts';

const loopback: Guard = { kind: 'loopback', token: undefined, own: null };

function request(method = 'GET', authorization: string | null = null): WireRequest {
  return {
    method,
    header: (name: string) => (name === 'authorization' ? authorization : null),
    headers: () => [],
  } as Partial<WireRequest> as WireRequest;
}

function builtFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-dashboard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>the page');
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'void 0');
  return folder;
}

describe('dashboard files', () => {
  const dashboard = () => {
    const folder = builtFolder();
    return new Dashboard(() => readFolder(folder));
  };

  it("the Content-Security-Policy of the dashboard page allows only the dashboard's own files", () => {
    const { status, headers, body } = dashboard().answerPage(request(), loopback);
    expect([status, String(body)]).toEqual([200, '<!doctype html>the page']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const policy = headers['content-security-policy'];
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('a request without the token returns 401 with the dashboard page, which can prompt for the token', () => {
    const guard: Guard = { kind: 'token', token: 'T' };
    const shut = dashboard().answerPage(request(), guard);
    expect([shut.status, shut.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(String(shut.body)).toBe('<!doctype html>the page');
    expect(dashboard().answerPage(request('GET', 'Bearer T'), guard).status).toBe(200);
  });

  it('browsers may cache dashboard scripts and styles permanently', () => {
    const { status, headers } = dashboard().answerAsset(request(), '/assets/index-1a2b.js', loopback);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toMatch(/immutable/);
  });

  it.each([
    '/assets/other.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/index.html',
    '',
    '/assets/',
  ])('the path %j of the dashboard returns 404', (path) => {
    expect(dashboard().answerAsset(request(), path, loopback).status).toBe(404);
  });

  it('the files of the dashboard accept only GET and HEAD', () => {
    const { status, headers } = dashboard().answerAsset(request('POST'), '/assets/index-1a2b.js', loopback);
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    const page = dashboard().answerPage(request('POST'), loopback);
    expect([page.status, page.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('a page explains how to build the dashboard if its files are missing', () => {
    const { status, body } = new Dashboard(() => readFolder('/nowhere')).answerPage(request(), loopback);
    expect([status, String(body)]).toEqual([200, expect.stringContaining('npm run setup')]);
  });
});
