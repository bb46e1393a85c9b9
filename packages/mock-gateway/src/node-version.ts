/** Oldest supported Node version, as in `engines` of package.json. Its `node:sqlite` prints no warning. */
const oldest = [24, 15] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  throw new Error(
    `@inrgate/mock-gateway requires Node ${oldest.join('.')} or later, but runs on Node ${process.versions.node}.`,
  );
}
