import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('page template', () => {
  it.each([
    ['<script>', '&lt;script&gt;'],
    ['"', '&quot;'],
    ["'", '&#39;'],
    ['&', '&amp;'],
    ['&lt;', '&amp;lt;'],
    ['नमस्ते ₹', 'नमस्ते ₹'],
    ['', ''],
  ])('a template escapes %j as %j', (value, written) => {
    expect(html`<p title="${value}">${value}</p>`.markup).toBe(`<p title="${written}">${written}</p>`);
  });

  it('a template inserts the markup of another template unchanged', () => {
    const inner = html`<b>${'<'}</b>`;
    expect(html`${inner}|${[inner, inner]}|${[]}`.markup).toBe('<b>&lt;</b>|<b>&lt;</b><b>&lt;</b>|');
  });
});
