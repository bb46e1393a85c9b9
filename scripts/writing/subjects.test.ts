import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/** The last commit that this test came too late for: what has landed keeps its subject. */
const last = 'a84bb57f';

/** None in an archive of the repository, or in a shallow clone. */
function subjects(): readonly string[] {
  try {
    const args = ['log', '--format=%s', `${last}..HEAD`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
  } catch {
    return [];
  }
}

it('each commit subject has 72 characters at most and states one change', () => {
  expect(subjects().filter((subject) => subject.length > 72 || subject.includes(';'))).toEqual([]);
});
