import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { callerOf } from '../scenarios/harness.ts';

/** Restrictions that apply to every page: no framing, no base URL, and no resource that the page does not list. */
const forbidden = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"];

/** Paths of every page, with their statuses. */
async function pages() {
  const gateway = await createMockGateway();
  onTestFinished(() => gateway.close());
  const { data } = await callerOf(gateway).payin();
  const { pathname: order } = new URL(String(data['pay_url']));
  const form = { method: 'POST', headers: { origin: 'https://attacker.example' } };
  const proxied = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  const asked: readonly (readonly [string, number, RequestInit])[] = [
    ['/', 200, {}],
    ['/', 403, proxied],
    ['/docs/', 200, {}],
    ['/docs/', 403, proxied],
    [order, 200, {}],
    [order, 200, proxied],
    [`${order}/pay`, 403, form],
    [`${order}/fail`, 403, form],
    ['/pay/nothing', 404, {}],
  ];
  return asked.map(([path, status, init]) => ({
    path,
    status,
    answer: () => gateway.fetch(`http://127.0.0.1:4300${path}`, { ...init, redirect: 'manual' }),
  }));
}

it('each page sends its complete Content-Security-Policy and cannot be framed', async () => {
  for (const { path, status, answer } of await pages()) {
    const { headers, status: actual } = await answer();
    expect([path, actual]).toEqual([path, status]);
    expect(headers.get('content-type'), path).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toMatch(/^(?:no-referrer|same-origin)$/);
    expect(headers.get('cache-control'), path).toMatch(/^no-(?:store|cache)$/);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy, path).toEqual(expect.arrayContaining(forbidden));
    expect(policy.join(), path).toMatch(/form-action '(?:self|none)'/);
    expect(policy.join(), path).not.toMatch(/unsafe-eval|https?:|\*|[^']blob:/);
    if (!path.startsWith('/docs')) expect(policy.join(), path).not.toContain('unsafe');
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});
