import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';
import { page, pagesOf } from './page.ts';

describe('HTML page', () => {
  const answer = page(200, 'A & B', html`<h1>${'<hello>'}</h1>`);
  const body = String(answer.body);

  it('an HTML page contains its title and its body, escaped as text', () => {
    expect(body).toContain('<title>A &amp; B</title>');
    expect(body).toContain('<h1>&lt;hello&gt;</h1>');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('a page may load only its one style sheet and its icon', () => {
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toMatch(/ style=|<script|stylesheet|src=/);
  });

  it('a page with a script may only load files of the gateway and call the gateway', () => {
    const { headers, body: scripted } = pagesOf({ style: '', script: '/pay/x.js' })(200, 'A', html``);
    expect(headers['content-security-policy']).toContain("; script-src 'self'; connect-src 'self'; ");
    expect(String(scripted)).toContain('<script type="module" src="/pay/x.js"></script>');
  });
});
