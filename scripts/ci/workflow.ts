/**
 * Runs the steps of a GitHub Actions workflow on this machine: `run` steps with bash, and our own action by its steps.
 * Skips steps that install programs (`actions/…`, `npm ci`), because these programs are already installed on the
 * machine of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Contexts, expand, holds } from './expression.ts';

const texts = z.record(z.string(), z.coerce.string()).default({});
const stepSchema = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.literal('bash').optional(),
  with: texts,
  env: texts,
});
const jobSchema = z.object({ env: texts, steps: z.array(stepSchema) });
const workflowSchema = z.object({ jobs: z.record(z.string(), jobSchema) });
const actionSchema = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string(), description: z.string() })),
  runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema) }),
});

type Step = z.infer<typeof stepSchema>;
type Job = z.infer<typeof jobSchema>;

/** Our own action: its name in workflows, and its file. */
export interface OwnAction {
  readonly uses: string;
  readonly file: string;
}

export interface Machine {
  /** The checkout, in which each step runs. */
  readonly workspace: string;
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
  /** Changes parts of a script or a value, for example fixed ports. */
  readonly change: (text: string) => string;
}

export interface JobResult {
  /** The first failed step, or null if every step passed. */
  readonly failed: string | null;
  /** Output of all steps, in order. */
  readonly output: string;
  /** Content of the file `GITHUB_STEP_SUMMARY`. */
  readonly summary: string;
}

/** Reads the only job of a workflow. */
export function readJob(file: string): Job {
  const [job, ...others] = Object.values(workflowSchema.parse(parse(readFileSync(file, 'utf8'))).jobs);
  if (job === undefined || others.length > 0) throw new Error(`${file} must have one job`);
  return job;
}

/** Runs a job. Skips steps with the actions of other authors. */
export async function runJob(
  job: z.input<typeof jobSchema>,
  action: OwnAction,
  machine: Machine,
): Promise<JobResult> {
  const { steps, env } = jobSchema.parse(job);
  const run = new Run(machine, action);
  try {
    await run.steps(steps, { inputs: {} }, { ...machine.env, ...env });
    return run.result(null);
  } catch (error) {
    if (error instanceof StepFailed) return run.result(error.message);
    throw error;
  } finally {
    run.end();
  }
}

class StepFailed extends Error {}

class Run {
  readonly #machine: Machine;
  readonly #own: OwnAction;
  readonly #files: Readonly<Record<'env' | 'output' | 'path' | 'summary', string>>;
  /** Process groups of the steps, including background programs. */
  readonly #groups: number[] = [];
  /** Variables in `GITHUB_ENV` and the `PATH` in `GITHUB_PATH`, for each later step. */
  readonly #exported: Record<string, string> = {};
  #output = '';

  constructor(machine: Machine, own: OwnAction) {
    this.#machine = machine;
    this.#own = own;
    const file = (name: string) => path.join(machine.temp, name);
    this.#files = { env: file('env'), output: file('output'), path: file('path'), summary: file('summary') };
    for (const name of Object.values(this.#files)) writeFileSync(name, '');
  }

  async steps(steps: readonly Step[], contexts: Contexts, env: Readonly<Record<string, string>>) {
    const outputs: Record<string, Readonly<Record<string, string>>> = {};
    for (const step of steps) {
      const known = { ...contexts, ...outputs, env: { ...env, ...this.#exported } };
      if (!holds(step.if, known)) continue;
      const own = Object.entries(step.env).map(([name, text]) => [name, expand(text, known)] as const);
      if (step.uses === this.#own.uses)
        await this.#action(step, known, { ...env, ...Object.fromEntries(own) });
      else if (step.run !== undefined)
        await this.#script(step, expand(step.run, known), {
          ...env,
          ...this.#exported,
          ...Object.fromEntries(own),
        });
      if (step.id !== undefined) outputs[`steps.${step.id}`] = this.#lines(this.#files.output);
      Object.assign(this.#exported, this.#lines(this.#files.env));
      this.#addToPath(this.#exported['PATH'] ?? env['PATH'] ?? '');
    }
  }

  result(failed: string | null): JobResult {
    return { failed, output: this.#output, summary: readFileSync(this.#files.summary, 'utf8') };
  }

  /** Ends the steps' background programs. */
  end(): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // Ignore the error, because no program of the group is running.
      }
    }
  }

  async #action(step: Step, contexts: Contexts, env: Readonly<Record<string, string>>) {
    const { inputs, runs } = actionSchema.parse(parse(readFileSync(this.#own.file, 'utf8')));
    const unknown = Object.keys(step.with).filter((name) => !(name in inputs));
    if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
    const given = Object.entries(inputs).map(([name, input]) => [
      name,
      expand(step.with[name] ?? input.default, contexts),
    ]);
    await this.steps(runs.steps, { ...contexts, inputs: Object.fromEntries(given) }, env);
  }

  async #script(step: Step, script: string, env: Readonly<Record<string, string>>) {
    const { workspace, temp, change } = this.#machine;
    const printed = path.join(temp, 'printed');
    const out = openSync(printed, 'w');
    const changed = Object.entries(env).map(([name, text]) => [name, change(text)]);
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', change(script)], {
      cwd: workspace,
      env: {
        ...Object.fromEntries(changed),
        ...{ CI: 'true', GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp },
        ...{
          GITHUB_ENV: this.#files.env,
          GITHUB_OUTPUT: this.#files.output,
          GITHUB_PATH: this.#files.path,
          GITHUB_STEP_SUMMARY: this.#files.summary,
        },
      },
      detached: true,
      stdio: ['ignore', out, out],
    });
    if (child.pid !== undefined) this.#groups.push(child.pid);
    // Wait for `exit`, because `close` would wait for background programs that keep the output open.
    const [code] = await once(child, 'exit');
    closeSync(out);
    this.#output += readFileSync(printed, 'utf8');
    if (code !== 0) throw new StepFailed(step.name ?? script);
  }

  #addToPath(current: string): void {
    const folders = readFileSync(this.#files.path, 'utf8').split('\n').filter(Boolean);
    writeFileSync(this.#files.path, '');
    if (folders.length > 0) this.#exported['PATH'] = [...folders.reverse(), current].join(path.delimiter);
  }

  #lines(file: string): Readonly<Record<string, string>> {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    writeFileSync(file, '');
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  }
}
