import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/** Older subjects were written before this test. */
const recent = 20;

function subjects(): readonly string[] {
  try {
    const args = ['log', `-${recent}`, '--format=%s'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
  } catch {
    // An archive of the repository has no commits.
    return [];
  }
}

it.each(subjects())('the commit subject "%s" has 72 characters at most and states one change', (subject) => {
  expect(subject.length).toBeLessThanOrEqual(72);
  expect(subject).not.toContain(';');
});
