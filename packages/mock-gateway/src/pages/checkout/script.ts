import { createHash } from 'node:crypto';
import type { WireResponse } from '../../http/core/exchange.ts';

/**
 * Script of the page, which counts down, polls the gateway and copies strings to the clipboard. The browser runs this
 * source unchanged, because the package does not compile scripts for browsers.
 */
const source = `const checkout = document.querySelector('[data-checkout]');
const live = checkout.querySelector('[data-live]');
const said = checkout.querySelector('[data-said]');
const timer = checkout.querySelector('[data-timer]');
const drawer = checkout.querySelector('details');
const { status, payable } = checkout.dataset;
let { clock } = checkout.dataset;
let remaining = Number(checkout.dataset.remaining);
let readAt = performance.now();
let told = remaining;
let misses = 0;
let asking = false;
let next;

function left() {
  const passed = clock === 'running' ? performance.now() - readAt : 0;
  return Math.max(0, remaining - passed);
}

function digits(ms) {
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] > 0 ? parts : parts.slice(1);
  return [first, ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

function count() {
  const ms = left();
  timer.textContent = digits(ms) + (clock === 'frozen' ? ' left, paused' : ' left');
  timer.classList.toggle('soon', ms < 120000);
  for (const minutes of [5, 1]) {
    if (told > minutes * 60000 && ms <= minutes * 60000) {
      said.textContent = minutes + (minutes > 1 ? ' minutes left' : ' minute left');
    }
  }
  told = ms;
  if (ms === 0 && clock === 'running') void ask();
}

async function ask() {
  if (asking) return;
  asking = true;
  clearTimeout(next);
  try {
    const answer = await fetch(checkout.dataset.checkout + '/status', { signal: AbortSignal.timeout(8000) });
    // The gateway was reset and knows the order no more: its page says so.
    if (answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error('status ' + answer.status);
    const now = await answer.json();
    if (now.status !== status || String(now.payable) !== payable) {
      return location.replace(checkout.dataset.checkout);
    }
    remaining = now.remainingMs;
    clock = now.clock;
    readAt = performance.now();
    misses = 0;
    live.textContent = live.dataset.live;
    if (timer !== null) count();
  } catch {
    misses += 1;
    live.textContent = 'The gateway does not respond. Retrying …';
  }
  asking = false;
  next = setTimeout(ask, 2000 * 2 ** Math.min(misses, 3));
}

if (live !== null) {
  live.hidden = false;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(next);
    else void ask();
  });
  next = setTimeout(ask, 2000);
}
if (timer !== null) {
  timer.hidden = false;
  count();
  setInterval(count, 500);
}

for (const button of navigator.clipboard ? checkout.querySelectorAll('[data-copy]') : []) {
  const label = button.firstElementChild;
  const before = label.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      label.textContent = 'Copied';
    } catch {
      label.textContent = 'Not copied';
    }
    said.textContent = label.textContent;
    setTimeout(() => {
      label.textContent = before;
    }, 2000);
  });
}

drawer.open ||= sessionStorage.getItem('drawer') === 'open';
drawer.addEventListener('toggle', () => sessionStorage.setItem('drawer', drawer.open ? 'open' : 'shut'));
`;

const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);

/** URL of the script. The dot distinguishes this URL from every token, and the hash changes with the script. */
export const scriptPath = `/pay/checkout.${hash}.js`;

/** Returns the script. A browser may cache it permanently. */
export function answerScript(): WireResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
    body: source,
  };
}
