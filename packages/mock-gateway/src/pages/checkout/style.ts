import { figureStyle } from './figure.ts';

export const checkoutStyle = `${figureStyle}
main { max-width: 26rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
.checkout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem;
  box-shadow: 0 1px 2px rgb(16 32 48 / .05); }
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }

.payee { display: flex; align-items: center; gap: .75rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
.monogram { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: .75rem;
  background: var(--accent); color: var(--accent-ink); font-weight: 700; font-size: 1.125rem; }
.payee small { display: block; color: var(--quiet); font-size: .8125rem; line-height: 1.3; }
.payee strong { line-height: 1.3; }
h1 { margin-top: 1rem; font-size: .9375rem; font-weight: 400; color: var(--quiet); line-height: 1.4; }
.amount { font-size: clamp(2rem, 11vw, 2.625rem); font-weight: 700; line-height: 1.15; }
.amount .figure { letter-spacing: -.02em; }
.said { margin-top: .5rem; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.time { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin-top: .5rem; }
.timer { font-weight: 700; color: var(--accent); }
.timer.soon { color: var(--warn); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.25rem; align-items: baseline; margin-top: 1rem; padding-top: 1rem;
  border-top: 1px solid var(--line); font-size: .9375rem; }
dt { color: var(--quiet); }
dd { --beside: 6.5rem; text-align: right; display: flex; justify-content: flex-end; align-items: baseline; gap: .5rem; }
.live { display: flex; align-items: center; gap: .5rem; margin-top: 1rem; color: var(--quiet); font-size: .875rem; }
.live::before { content: ""; flex: none; width: .5rem; height: .5rem; border-radius: 50%; background: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  .live::before { animation: breathe 2s ease-in-out infinite; }
  @keyframes breathe { 50% { opacity: .25; } }
}

.outcome h1 { display: flex; align-items: center; gap: .625rem; font-size: 1.25rem; font-weight: 700; color: var(--ink); }
.outcome h1::before { flex: none; display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%;
  color: var(--card); font-size: 1rem; line-height: 1; }
.success h1::before { content: "✓" / ""; background: var(--good); }
.failed h1::before { content: "!" / ""; background: var(--bad); }
.expired h1::before { content: "–" / ""; background: var(--warn); }
.outcome .amount { margin-top: .75rem; }

h2 { font-size: 1.0625rem; line-height: 1.35; }
h3 { font-size: .9375rem; line-height: 1.35; }
.method > * + * { margin-top: .75rem; }
.method > hr { margin: 1.25rem 0; border: 0; border-top: 1px solid var(--line); }
.button, button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: .5rem 1rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--ink); background: var(--card);
  border: 1px solid var(--edge); border-radius: .625rem; cursor: pointer; }
.button:hover, button:hover { border-color: var(--accent); background: var(--well); }
.button.first, button.first { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.button.first:hover, button.first:hover { filter: brightness(1.08); }
.wide { display: flex; width: 100%; }
button .figure { --beside: 2.125rem; }
button.copy { flex: none; min-height: 1.75rem; padding: .125rem .5rem; font-size: .8125rem; border-color: var(--line); color: var(--accent); }
.ways { display: grid; gap: 1.25rem; }
.apps { display: grid; gap: .5rem; grid-template-columns: 1fr 1fr; margin: 0; padding: 0; list-style: none; }
.apps li:first-child { grid-column: 1 / -1; }
.scan { margin-inline: 0; margin-bottom: 0; }
.ways .scan { margin-top: 0; }
.amounts { display: grid; gap: .75rem; }
.qr-tile { width: fit-content; max-width: 100%; margin: 0 auto .5rem; padding: .25rem; background: #fff; border: 1px solid var(--line); border-radius: .75rem; }
.qr { display: block; width: 13rem; max-width: 100%; height: auto; aspect-ratio: 1; }
.caption { text-align: center; color: var(--quiet); font-size: .875rem; }
.warning { padding: .75rem 1rem; border-radius: .625rem; background: var(--warn-well); color: var(--warn); font-size: .9375rem; }
.warning strong { display: block; }
.exact { padding: .625rem 1rem .75rem; background: var(--well); border-radius: .625rem; }
.exact small { display: block; font-size: .8125rem; color: var(--quiet); }
.exact > span { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; justify-content: space-between; }
.exact b { overflow-wrap: anywhere; }

label { display: block; font-size: .9375rem; }
.hint { color: var(--quiet); font-size: .875rem; }
.entry { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
input { flex: 1 1 7rem; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; font-size: 1rem; color: var(--ink);
  background: var(--card); border: 1px solid var(--edge); border-radius: .625rem; }
input[name="utr"] { letter-spacing: .06em; }
input[aria-invalid="true"] { border: 2px solid var(--bad); }
.error { margin-top: .5rem; color: var(--bad); font-size: .9375rem; font-weight: 600; }
.back { margin-top: 1.25rem; }

.drawer { border: 1px dashed var(--edge); border-radius: 1rem; font-size: .9375rem; }
.drawer summary { padding: .875rem 1.25rem; font-weight: 600; cursor: pointer; border-radius: 1rem; }
.drawer .moves { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: .25rem 1.25rem 1.25rem; }
.drawer .endings { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .5rem; }
.drawer .endings p { grid-column: 1 / -1; }
.drawer .simulated summary { padding: .25rem 0; }
.drawer table { width: 100%; margin-top: .5rem; border-collapse: collapse; font-size: .875rem; }
.drawer th, .drawer td { padding: .375rem .5rem .375rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
.drawer th { border-top: 0; color: var(--quiet); font-weight: 400; }
.drawer code { font-size: .8125rem; overflow-wrap: anywhere; }

@media (min-width: 54rem) {
  main { max-width: 57rem; padding-top: 2.5rem; }
  .checkout.paying { grid-template-columns: minmax(0, 23rem) minmax(0, 1fr); gap: 1.25rem; align-items: start;
    grid-template-areas: "summary method" "drawer method"; grid-template-rows: auto 1fr; }
  .checkout:not(.paying) { max-width: 28rem; margin: 0 auto; }
  .paying .summary { grid-area: summary; } .paying .method { grid-area: method; } .paying .drawer { grid-area: drawer; }
  .card { padding: 1.5rem; }
  .ways { grid-template-columns: auto minmax(0, 1fr); gap: 1.5rem; align-items: start; }
  .ways .scan { order: -1; }
  .ways .apps { grid-template-columns: 1fr; }
}
`;
