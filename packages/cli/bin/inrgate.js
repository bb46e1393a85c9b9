#!/usr/bin/env node
// In words that an old Node understands too: it has no node:sqlite.
const oldest = [24, 15];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) {
  await import('../dist/main.js');
} else {
  process.stderr.write(
    `error: inrgate requires Node ${oldest.join('.')} or later, but ${process.execPath} is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
}
