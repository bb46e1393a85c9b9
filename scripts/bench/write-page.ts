import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { benchmarksPage, type Measured } from './document.ts';
import { plotOf } from './growth.ts';
import { echarts } from './peers.ts';
import { growthPlot, ratiosPlot } from './plots.ts';

const docs = path.resolve(import.meta.dirname, '../../docs/explanation');

/** Regenerates the page of the benchmarks and its plots. */
export function writePage(measured: Measured): void {
  const charts = echarts();
  writeFileSync(path.join(docs, 'benchmarks.md'), benchmarksPage(measured));
  writeFileSync(path.join(docs, 'benchmarks-ratios.svg'), ratiosPlot(charts, measured.results));
  for (const growth of measured.growth)
    writeFileSync(path.join(docs, plotOf(growth.store)), growthPlot(charts, growth));
}
