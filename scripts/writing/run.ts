/**
 * `npm run writing` counts the patterns that CONTRIBUTING.md forbids, for each kind of text. `-- docs/guides` lists the
 * findings in paths that contain this string.
 */
import { checkWriting } from './check.ts';

const [wanted] = process.argv.slice(2);
for (const [kind, { sentences, findings }] of checkWriting(wanted)) {
  if (wanted !== undefined)
    for (const { file, line, pattern, instead, sentence } of findings)
      console.log(`${file}:${line} ${pattern} → ${instead}\n    ${sentence}`);
  const share = sentences === 0 ? 0 : (100 * findings.length) / sentences;
  console.log(`${kind}: ${findings.length} in ${sentences} sentences, ${share.toFixed(1)} of 100`);
  const counts = Map.groupBy(findings, ({ pattern }) => pattern);
  for (const [pattern, those] of [...counts].sort(([, one], [, other]) => other.length - one.length))
    console.log(`  ${String(those.length).padStart(5)} ${pattern}`);
}
