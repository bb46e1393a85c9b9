import { type Html, html } from '../html.ts';

/** What was wrong with a field of a form that was sent, and what was written there. */
export interface Problem {
  readonly field: 'utr' | 'paidAmount';
  readonly value: string;
  readonly message: string;
}

export function problemText(problem: Problem | null): Html | string {
  if (problem === null) return '';
  return html`<p class="error" id="${problem.field}-error" role="alert">${problem.message}</p>`;
}

/** Shown by the script alone: without it nothing can be copied. */
export function copyButton(what: string, text: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" hidden><span>Copy</span><span class="unseen"> ${what}</span></button>`;
}
