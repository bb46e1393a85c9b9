import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchmarksPage, type Measured } from './document.ts';
import { echarts } from './peers.ts';
import { growthPlot, ratiosPlot } from './plots.ts';

const docs = path.resolve(import.meta.dirname, '../../docs/explanation');

/** Regenerates the page and its plots. */
export function writePage(measured: Measured): void {
  const charts = echarts();
  writeFileSync(path.join(docs, 'benchmarks.md'), benchmarksPage(measured));
  writeFileSync(path.join(docs, 'benchmarks-ratios.svg'), ratiosPlot(charts, measured.results));
  writeFileSync(path.join(docs, 'benchmarks-growth.svg'), growthPlot(charts, measured.growth));
}
