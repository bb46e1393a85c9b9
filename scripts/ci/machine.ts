import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../../test/server-process.ts';
import { root } from '../docs/site/pages.ts';
import { Ports } from '../docs/snippets/ports.ts';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly name?: string;
  readonly if?: string | undefined;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Texts;
  readonly env?: Texts;
}

export interface Job {
  readonly env?: Texts;
  readonly steps: readonly Step[];
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const action = 'inrgate/inrgate@v0';

/** Reads the job `payments` of a workflow. */
export function jobIn(workflow: string): Job {
  const { jobs } = parse(workflow) as { readonly jobs: { readonly payments: Job } };
  return jobs.payments;
}

/**
 * A machine of a CI service. Its checkout is an example, or an `empty` folder. `npm` installs the repository's own
 * command. The fixed ports of a job are free ports here.
 */
export async function openMachine(example: string, env: Texts = {}) {
  const folder = await temporaryFolder('ci');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = (name: string) => path.join(folder, name);
  const source = path.join(root, 'examples', example);
  for (const made of ['temp', 'bin']) mkdirSync(place(made));
  if (example === 'empty') mkdirSync(place('work'));
  else cpSync(source, place('work'), { recursive: true, filter: (file) => !file.endsWith('node_modules') });
  if (existsSync(path.join(source, 'node_modules')))
    symlinkSync(path.join(source, 'node_modules'), place('work/node_modules'));
  writeFileSync(place('bin/npm'), `#!/bin/sh\necho "npm $*" >> "${place('installed')}"\n`, { mode: 0o755 });
  const ports = await Ports.find();
  const PATH = [place('bin'), path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  return new Machine(place, ports, {
    ...(process.env as Texts),
    ...{ PATH, CI: 'true', PORT: '3000', INRGATE_CALLBACK_URL: 'http://127.0.0.1:3000/callbacks' },
    ...{ INRGATE_MCH_ID: 'DEMO1001', INRGATE_MCH_KEY: 'demo-mch-key' },
    ...env,
  });
}

class Machine {
  readonly place: (name: string) => string;
  readonly #ports: Ports;
  #env: Texts;
  #output = '';

  constructor(place: (name: string) => string, ports: Ports, env: Texts) {
    this.place = place;
    this.#ports = ports;
    this.#env = env;
  }

  read(name: string): string {
    return readFileSync(this.place(name), 'utf8');
  }

  /**
   * Runs the `run` steps of a job of GitHub Actions, and our own action by its steps. Skips other actions, because they
   * install programs. Returns the first failed step.
   */
  async run({ env = {}, steps }: Job): Promise<{ failed: string | null; output: string }> {
    this.#env = { ...this.#env, ...env };
    for (const step of steps.flatMap((one) => this.#own(one))) {
      if (step.run === undefined || !this.#holds(step.if)) continue;
      if ((await this.#bash(step.run, step.env ?? {})) !== 0)
        return { failed: step.name ?? step.run, output: this.#output };
    }
    return { failed: null, output: this.#output };
  }

  /** Returns the steps of our own action with its inputs, or any other step unchanged. */
  #own(step: Step): readonly Step[] {
    if (step.uses !== action) return [step];
    const { inputs, runs } = parse(readFileSync(path.join(root, 'release/action.yml'), 'utf8')) as Action;
    const filled = (text: string) =>
      text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_all, name: string) => {
        const value = step.with?.[name] ?? inputs[name]?.default;
        if (value === undefined) throw new Error(`the action has no input ${name}`);
        return value;
      });
    return runs.steps.map((one) => ({
      ...one,
      if: one.if?.replace('inputs.webhook-url', `'${step.with?.['webhook-url'] ?? ''}'`),
      env: Object.fromEntries(Object.entries(one.env ?? {}).map(([name, text]) => [name, filled(text)])),
    }));
  }

  /** The action's conditions compare a variable or an input with an empty string. */
  #holds(condition = "'' == ''"): boolean {
    const [value = '', operator] = condition
      .replace(/^env\.(\w+)/, (_all, name: string) => `'${this.#env[name] ?? ''}'`)
      .split(' ');
    return (value === "''") === (operator === '==');
  }

  async #bash(script: string, own: Texts): Promise<number> {
    const files = ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const;
    const written = Object.fromEntries(files.map((name) => [name, this.place(`temp/${name}`)]));
    const env = Object.entries({ ...this.#env, ...own }).map(([name, text]) => [name, this.#ports.in(text)]);
    const out = openSync(this.place('temp/output'), 'w');
    const child = spawn('bash', ['-eo', 'pipefail', '-c', this.#ports.in(script)], {
      cwd: this.place('work'),
      env: { ...Object.fromEntries(env), ...written, RUNNER_TEMP: this.place('temp') },
      detached: true,
      stdio: ['ignore', out, out],
    });
    onTestFinished(() => endGroup(child.pid));
    // Wait for `exit`, because `close` would wait for background programs that keep the output open.
    const [code] = (await once(child, 'exit')) as [number];
    closeSync(out);
    this.#output += this.read('temp/output');
    const lines = (name: string) =>
      existsSync(this.place(`temp/${name}`)) ? this.read(`temp/${name}`).split('\n').filter(Boolean) : [];
    const exported = lines('GITHUB_ENV').map((line) => [line.split('=', 1)[0], line.replace(/^\w+=/, '')]);
    const PATH = [...lines('GITHUB_PATH'), this.#env['PATH']].join(path.delimiter);
    this.#env = { ...this.#env, ...Object.fromEntries(exported), PATH };
    return code;
  }
}

function endGroup(pid = 0): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // No program of the group is running.
  }
}
