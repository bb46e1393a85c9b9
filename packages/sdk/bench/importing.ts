import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Entrants } from '../../../scripts/bench/compare.ts';

const run = promisify(execFile);
/** Each measure is the mean of these. */
const starts = 5;

/** An import in a new process, without the start of Node. */
export async function imports(): Promise<Entrants> {
  return {
    measures: [
      ["import '@inrgate/sdk'", () => importing('@inrgate/sdk')],
      ['budget', async () => 60],
      ["import '@inrgate/sdk/callbacks'", () => importing('@inrgate/sdk/callbacks')],
      ["import 'ky'", () => importing('ky')],
      ["import 'stripe'", () => importing('stripe')],
      ["import 'openai'", () => importing('openai')],
      ["import 'razorpay'", () => importing('razorpay')],
    ],
    close: async () => {},
  };
}

async function importing(name: string): Promise<number> {
  const script = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(name)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  let sum = 0;
  for (let start = 0; start < starts; start += 1) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
    });
    sum += Number(stdout);
  }
  return sum / starts;
}
