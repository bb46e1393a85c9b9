import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/** The last commit before this test existed. The test ignores earlier subjects. */
const last = 'a84bb57f';

/** Returns the subjects of later commits. Returns none in an archive or a shallow clone. */
function subjects(): readonly string[] {
  try {
    const args = ['log', '--format=%s', `${last}..HEAD`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
  } catch {
    return [];
  }
}

it('each commit subject states one change in at most 72 characters', () => {
  expect(subjects().filter((subject) => subject.length > 72 || subject.includes(';'))).toEqual([]);
});
