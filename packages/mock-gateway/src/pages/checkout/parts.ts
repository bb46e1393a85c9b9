import { type Html, html } from '../html.ts';

/** Issue of a submitted field, with the submitted value. */
export interface Problem {
  readonly field: 'utr' | 'paidAmount';
  readonly value: string;
  readonly message: string;
}

export function problemText(problem: Problem | null): Html | string {
  if (problem === null) return '';
  return html`<p class="error" id="${problem.field}-error" role="alert">${problem.message}</p>`;
}

/** Copy button. It is hidden until the script shows it, because copying needs the script. */
export function copyButton(what: string, text: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" hidden><span>Copy</span><span class="unseen"> ${what}</span></button>`;
}
