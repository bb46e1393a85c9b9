import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { sharedPack } from './pack.mjs';
import { root, run } from './workspace.mjs';

/** Steps of the Dockerfile, each with its keyword and the rest of its line. */
const steps = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => [line.replace(/ .*/, ''), line.replace(/^\w+ +/, '')] as const);

function argumentsOf(keyword: string): string {
  return steps.find(([name]) => name === keyword)?.[1] ?? '';
}

/** The command of a step in the exec form. */
function command(keyword: string): readonly [string, ...string[]] {
  return JSON.parse(/\[.*\]/.exec(argumentsOf(keyword))?.[0] ?? '');
}

/**
 * Runs the steps in a folder, in which each stage has its own folder as its file system. The first stage receives the
 * tarballs of `npm run pack` that the tests share. Returns the environment and the working directory of the last stage.
 */
async function build(folder: string) {
  const { tarballs } = await sharedPack();
  // The user of the image does not exist on this machine.
  mkdirSync(path.join(folder, 'bin'));
  writeFileSync(path.join(folder, 'bin/chown'), '#!/bin/sh\n', { mode: 0o755 });
  const PATH = [path.join(folder, 'bin'), path.dirname(process.execPath), process.env['PATH']].join(':');
  let stage = folder;
  let cwd = folder;
  let env: NodeJS.ProcessEnv = {};
  const inStage = (text: string) => text.replaceAll(/(?<=^|[\s=])\//g, `${stage}/`);
  for (const [keyword, rest] of steps) {
    if (keyword === 'FROM') {
      stage = path.join(folder, / AS (\w+)/.exec(rest)?.[1] ?? 'last');
      cwd = stage;
      env = { ...process.env, npm_config_prefer_offline: 'true', PATH };
    } else if (keyword === 'WORKDIR') {
      cwd = inStage(rest);
      mkdirSync(cwd, { recursive: true });
    } else if (keyword === 'ENV') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g))
        env = { ...env, [name]: inStage(value).replace(`$${name}`, env[name] ?? '') };
    } else if (keyword === 'COPY' && rest !== '. .') {
      const [, from = '', source = '', target = ''] = /^--from=(\w+) (\S+) (\S+)$/.exec(rest) ?? [];
      cpSync(path.join(folder, from, source), inStage(target), { recursive: true, verbatimSymlinks: true });
    } else if (keyword === 'RUN' && rest === 'npm run pack') {
      for (const tarball of tarballs)
        cpSync(path.join(root, tarball), path.join(cwd, 'dist', path.basename(tarball)));
    } else if (keyword === 'RUN') {
      const { code, output } = await run('sh', ['-euc', inStage(rest)], { cwd, env });
      expect(code, output).toBe(0);
    }
  }
  return { cwd, env };
}

test.skipIf(process.platform === 'win32')(
  'the steps of the Dockerfile start a gateway that passes the health check until it stops',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'inrgate-dockerfile-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { cwd, env } = await build(folder);
    const container = {
      ...env,
      INRGATE_PORT: String(await freePort()),
      INRGATE_CONTROL_TOKEN: 'token-of-the-container',
    };
    const [program, ...args] = [...command('ENTRYPOINT'), ...command('CMD')] as const;
    const child = spawn(program, args, { cwd, env: container, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    expect(line).toContain('is ready');
    const healthCheck = async () => {
      const [checker, ...more] = command('HEALTHCHECK');
      return (await run(checker, more, { cwd, env: container })).code;
    };
    expect(await healthCheck()).toBe(0);
    expect(existsSync(path.join(cwd, 'gateway.db'))).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(await healthCheck()).toBe(1);
  },
);
