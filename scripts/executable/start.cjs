/**
 * The first code of the executable. It unpacks the command once for each version, then starts it. The files are
 * unpacked to the folder for temporary files, because an operating system loads a native library only from a file.
 */
const { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { getAsset, getRawAsset } = require('node:sea');

/**
 * @type {{ digest: string, sizes: Record<string, number> }} the files with their sizes in bytes, and a digest of all
 * files
 */
const { digest, sizes } = JSON.parse(getAsset('contents', 'utf8'));

const folder = unpackOrExit();
// A script in an executable can load only Node's own modules. This unpacked script can load the files next to it.
enableCompileCache(path.join(folder, 'compiled'));
createRequire(path.join(folder, 'app/'))('./start.cjs');

/** @returns {string} */
function unpackOrExit() {
  try {
    const own = ownFolder();
    for (const name of Object.keys(sizes)) unpack(own, name);
    return own;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    process.stderr.write(
      `error: inrgate cannot unpack itself below ${os.tmpdir()} (${reason}). Set TMPDIR to a folder that this user can write to.\n`,
    );
    process.exit(2);
  }
}

/**
 * Returns the folder of this version for this user. If another user owns the folder with this name, returns a folder
 * for this process only.
 */
function ownFolder() {
  const user = process.getuid?.();
  const shared = path.join(os.tmpdir(), `inrgate-${digest}${user === undefined ? '' : `-${user}`}`);
  try {
    mkdirSync(shared, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  }
  const found = lstatSync(shared);
  if (found.isDirectory() && (user === undefined || (found.uid === user && (found.mode & 0o077) === 0)))
    return shared;
  const single = mkdtempSync(path.join(os.tmpdir(), 'inrgate-'));
  process.once('exit', () => rmSync(single, { recursive: true, force: true }));
  return single;
}

/**
 * Writes a file unless it already exists. Writes it atomically, so other processes of this version never load a part of
 * the file.
 * @param {string} into
 * @param {string} name
 */
function unpack(into, name) {
  const file = path.join(into, name);
  if (lstatSync(file, { throwIfNoEntry: false })?.size === sizes[name]) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, new Uint8Array(getRawAsset(name)));
  renameSync(unfinished, file);
}
