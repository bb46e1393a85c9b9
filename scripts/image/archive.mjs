/**
 * Writes an image as the archive of `docker save`: an OCI layout that also contains Docker's `manifest.json`. `docker
 * load`, `podman load` and `skopeo` read it. Images with equal contents have equal bytes.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** @typedef {import('./entry.d.ts').Entry} Entry */

const created = new Date(0);
const oci = 'application/vnd.oci.image';

/**
 * @param {string} file
 * @param {{ layers: readonly (readonly Entry[])[], settings: object, name: string, version: string }} image
 * @param {number} [level] of the compression
 * @returns {Promise<{ unpacked: number, packed: number }>} bytes
 */
export async function writeArchive(file, { layers, settings, name, version }, level) {
  const tars = await Promise.all(layers.map(tarOf));
  const blobs = tars.map((tar) => blobOf(gzipSync(tar, { level })));
  const config = jsonBlob({
    created,
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: settings,
    rootfs: { type: 'layers', diff_ids: tars.map(sha256) },
    history: layers.map(() => ({ created, created_by: 'npm run image' })),
  });
  const manifest = jsonBlob({
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: { mediaType: `${oci}.config.v1+json`, ...described(config) },
    layers: blobs.map((blob) => ({ mediaType: `${oci}.layer.v1.tar+gzip`, ...described(blob) })),
  });
  const tags = [`${name}:${version}`, `${name}:latest`];
  const index = {
    schemaVersion: 2,
    mediaType: `${oci}.index.v1+json`,
    manifests: tags.map((tag) => ({
      mediaType: `${oci}.manifest.v1+json`,
      ...described(manifest),
      annotations: {
        'io.containerd.image.name': `docker.io/library/${tag}`,
        'org.opencontainers.image.ref.name': tag.slice(name.length + 1),
      },
    })),
  };
  const ofDocker = [{ Config: config.name, RepoTags: tags, Layers: blobs.map((blob) => blob.name) }];
  const all = [
    ...[...blobs, config, manifest].map((blob) => ({ name: blob.name, mode: 0o644, content: blob.content })),
    jsonFile('index.json', index),
    jsonFile('manifest.json', ofDocker),
    jsonFile('oci-layout', { imageLayoutVersion: '1.0.0' }),
  ];
  const archive = await tarOf(all);
  writeFileSync(file, archive);
  return { unpacked: tars.reduce((sum, tar) => sum + tar.length, 0), packed: archive.length };
}

/** @typedef {{ name: string, digest: string, content: Buffer }} Blob */

/** @param {readonly Entry[]} entries */
function tarOf(entries) {
  const tar = pack();
  const whole = buffer(tar);
  for (const { name, mode, owner = 0, content } of withFolders(entries)) {
    const header = { name, mode, uid: owner, gid: owner, mtime: created };
    if (content === undefined) tar.entry({ ...header, type: 'directory' });
    else tar.entry(header, content);
  }
  tar.finalize();
  return whole;
}

/**
 * Sorts the entries by name and adds their parent folders. Each entry follows its parent folders.
 * @param {readonly Entry[]} entries
 * @returns {Entry[]}
 */
export function withFolders(entries) {
  /** @type {Map<string, Entry>} */
  const all = new Map();
  for (const entry of entries) {
    for (let folder = path.posix.dirname(entry.name); folder !== '.'; folder = path.posix.dirname(folder))
      if (!all.has(folder)) all.set(folder, { name: folder, mode: 0o755 });
    all.set(entry.name, entry);
  }
  return [...all.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** @param {Buffer} content */
function sha256(content) {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * @param {Buffer} content
 * @returns {Blob}
 */
function blobOf(content) {
  const digest = sha256(content);
  return { name: `blobs/${digest.replace(':', '/')}`, digest, content };
}

/** @param {object} value */
function jsonBlob(value) {
  return blobOf(Buffer.from(JSON.stringify(value)));
}

/** @param {Blob} blob */
function described({ digest, content }) {
  return { digest, size: content.length };
}

/**
 * @param {string} name
 * @param {object} value
 */
function jsonFile(name, value) {
  return { name, mode: 0o644, content: Buffer.from(JSON.stringify(value)) };
}
