/**
 * The packages that hold Node for a platform say it as a text where a list is wanted (npm takes either), so pnpm would
 * install all of them.
 *
 * @param {{ name?: string, os?: string | string[], cpu?: string | string[] }} manifest
 */
function readPackage(manifest) {
  const { name = '', os, cpu } = manifest;
  if (!/^node-(bin-)?(darwin|linux|win)-/.test(name)) return manifest;
  return { ...manifest, os: [os].flat(), cpu: [cpu].flat() };
}

export const hooks = { readPackage };
