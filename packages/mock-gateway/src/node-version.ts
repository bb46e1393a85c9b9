/** The oldest Node that the gateway runs on, as `engines` in its package.json says: its database would crash an older one. */
const oldest = [22, 14] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  throw new Error(
    `@inrgate/mock-gateway needs Node ${oldest.join('.')} or newer, and this is Node ${process.versions.node}.`,
  );
}
