import { encode } from 'uqr';
import { type Html, html } from '../html.ts';

/** Width in modules of the light margin that a scanner needs (ISO/IEC 18004). */
const quietZone = 4;

/** A QR code as SVG, dark on light in every colour scheme. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const path = data
    .map((row, y) =>
      runsOf(row)
        .map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('');
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${String(size)} ${String(size)}" shape-rendering="crispEdges">
<rect width="100%" height="100%" fill="#fff"/><path fill="#000" d="${path}"/></svg>`;
}

/** Runs of adjacent dark modules, each drawn by one stroke without gaps. */
function runsOf(row: readonly boolean[]): readonly (readonly [start: number, length: number])[] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
