import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { asLibraryError } from './errors.ts';

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

it.each([
  ['does not load', () => process.dlopen({ exports: {} }, fileURLToPath(import.meta.url))],
  ['is missing', () => createRequire(import.meta.url)('./no-library.node')],
])('the error of a native library that %s names the machine and the supported machines', (_, load) => {
  expect(asLibraryError(errorOf(load))).toMatchObject({
    name: 'StoreError',
    code: 'store_driver_missing',
    message: expect.stringMatching(
      `^SQLite's library .*${process.platform}-${process.arch}.* glibc 2.34 or musl$`,
    ),
  });
});

it('an error unrelated to the native library stays unchanged', () => {
  const error = new RangeError('not of the library');
  expect(asLibraryError(error)).toBe(error);
});
