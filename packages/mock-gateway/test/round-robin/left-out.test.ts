import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leftOut, leftOutFiles } from './left-out.ts';

const scenarios = `${import.meta.dirname}/../scenarios`;
const files = leftOutFiles.flatMap((group) => group.files.map((name) => `${name}.test.ts`));

it.each(leftOut)(
  '$file still contains the scenario that the two-instance run omits: $title',
  ({ file, title }) => {
    expect(readFileSync(`${scenarios}/${file}`, 'utf8')).toContain(`'${title}'`);
    expect(files).not.toContain(file);
  },
);

it.each(files)('the file %s that the two-instance run omits still exists', (file) => {
  expect(existsSync(`${scenarios}/${file}`)).toBe(true);
});
