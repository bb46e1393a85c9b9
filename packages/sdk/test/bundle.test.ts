import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** Bundles these lines into one minified file. */
async function bundle(lines: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: lines, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    conditions: ['@inrgate/source'],
  });
  const [output] = Object.values(metafile.outputs);
  const packages = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => /.*node_modules\/([^/]+)/.exec(file)?.[1] ?? '@inrgate/sdk');
  const [file] = outputFiles;
  return {
    text: file?.text ?? '',
    gzipped: gzipSync(file?.contents ?? '').length,
    packages: [...new Set(packages)].sort(),
  };
}

/** Bundles the package's published entry into one module. */
async function published(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/index.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  return outputFiles[0]?.text ?? '';
}

describe('the bundled, minified and gzipped SDK', () => {
  it('the bundled client is smaller than 24 KB, with ky and without zod', async () => {
    const client = await bundle("export { GatewayClient } from '@inrgate/sdk'");
    expect(client.packages).toEqual(['@inrgate/sdk', 'ky']);
    expect(client.gzipped).toBeLessThan(24_000);
  });

  it('the bundled client contains neither spans nor descriptions of error codes', async () => {
    const all = await bundle("export * from '@inrgate/sdk'; export * from '@inrgate/sdk/callbacks'");
    expect(all.text).not.toContain('server.address');
    expect(all.text).not.toContain('Ask the gateway’s support');
    const spans = await bundle("export * from '@inrgate/sdk/opentelemetry'");
    expect(spans.packages).toEqual(['@inrgate/sdk', '@opentelemetry']);
  });

  it('a bundled guard is smaller than 1,000 bytes and has no dependency', async () => {
    const guard = await bundle("export { isApiError } from '@inrgate/sdk'");
    expect(guard.packages).toEqual(['@inrgate/sdk']);
    expect(guard.gzipped).toBeLessThan(1_000);
  });

  it('a bundled guard is smaller than 2,000 bytes even if the package is one module', async () => {
    const module = (await published()).replace(/export \{[^}]*\};\s*$/, '');
    const guard = await bundle(`${module}\nexport { isApiError };`);
    expect(guard.text).toContain('ApiError');
    expect(guard.gzipped).toBeLessThan(2_000);
  });

  it('the bundled signing module is smaller than 1,000 bytes and excludes the doctor', async () => {
    const sign = await bundle("export { sign } from '@inrgate/sdk/protocol'");
    expect(sign.packages).toEqual(['@inrgate/sdk']);
    expect(sign.gzipped).toBeLessThan(1_000);
    const client = await bundle("export { GatewayClient } from '@inrgate/sdk'");
    expect(client.text).not.toContain('empty-values-signed');
    const protocol = await bundle("export * from '@inrgate/sdk/protocol'");
    expect(protocol.text).not.toContain('empty-values-signed');
    const doctor = await bundle("export { explainSignature } from '@inrgate/sdk/doctor'");
    expect(doctor.text).toContain('empty-values-signed');
  });

  it('the bundled verifyCallback is smaller than 7 KB and has no dependency', async () => {
    const verify = await bundle("export { verifyCallback } from '@inrgate/sdk/callbacks'");
    expect(verify.packages).toEqual(['@inrgate/sdk']);
    expect(verify.gzipped).toBeLessThan(7_000);
  });
});
