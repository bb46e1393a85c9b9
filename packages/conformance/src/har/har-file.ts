import { type FileHandle, open } from 'node:fs/promises';
import { type Mask, masking } from '@inrgate/sdk/internal';
import type { RecordedExchange } from './recorded.ts';
import { creator, harEntry } from './write-entry.ts';

const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
const tail = '\n]}}\n';

/** Writes a recording exchange by exchange. After every write, the file is a complete HAR. */
export class HarFile {
  readonly #file: FileHandle;
  readonly #masked: Mask;
  #end = head.length;
  #entries = 0;
  #waiting: string[] = [];
  #writing: Promise<void> = Promise.resolve();
  #failed: unknown = null;

  private constructor(file: FileHandle, keys: readonly string[]) {
    this.#file = file;
    this.#masked = masking(keys);
  }

  /**
   * Starts a recording in a new file.
   *
   * @param keys keys to mask everywhere
   * @throws the system's own error: `EEXIST` for an existing file, which stays unchanged
   */
  static async create(path: string, keys: readonly string[]): Promise<HarFile> {
    const file = await open(path, 'wx', 0o600);
    await file.write(head + tail, 0);
    return new HarFile(file, keys);
  }

  /** Queues an exchange and returns immediately. */
  add(exchange: RecordedExchange): void {
    const entry = JSON.stringify(harEntry(exchange, this.#masked));
    this.#waiting.push(`${this.#entries === 0 ? '' : ','}\n${entry}`);
    this.#entries += 1;
    this.#writing = this.#writing.then(() => this.#flush());
  }

  /**
   * Waits for pending writes and returns the number of exchanges.
   *
   * @throws the error of a failed write
   */
  async close(): Promise<number> {
    await this.#writing;
    await this.#file.close();
    if (this.#failed !== null) throw this.#failed;
    return this.#entries;
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#waiting.splice(0).join(''));
    if (bytes.byteLength === 0 || this.#failed !== null) return;
    try {
      await this.#file.write(Buffer.concat([bytes, Buffer.from(tail)]), 0, null, this.#end);
      this.#end += bytes.byteLength;
    } catch (error) {
      this.#failed = error;
    }
  }
}
