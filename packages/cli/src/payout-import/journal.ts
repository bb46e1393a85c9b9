import { createHmac, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatIst } from '@inrgate/sdk/internal';
import type { CsvRow } from '../batch/read-csv.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';
import { describedPaymentText, paymentText } from './destination.ts';
import {
  entrySchema,
  headerSchema,
  type JournalEntry,
  type JournalHeader,
  type RowState,
  type SendOutcome,
  stateAfter,
} from './journal-entry.ts';
import type { PayoutRow } from './rows.ts';

/** Whom the rows of a journal are paid by. */
export type Payer = Pick<JournalHeader, 'baseUrl' | 'mchId'>;

/**
 * What was sent and what became of it: one line of JSON each, only ever appended, and on the disk before the next step
 * is taken. A row is written down before it is sent, so that whatever kills the import, no row was sent that is not in
 * here.
 *
 * It holds no account numbers: a row is known by its number and by a digest, which tells whether it was changed. The
 * digest is salted, which keeps it from being looked up; whoever can read the journal could still try all account
 * numbers, but has the file itself beside it.
 */
export class Journal {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #header: JournalHeader;
  readonly #states: Map<string, RowState>;
  /** What comes before the next entry: the header in a new journal. */
  #unwritten: string;

  private constructor(file: string, handle: FileHandle, { header, states, unwritten }: Content) {
    this.#file = file;
    this.#handle = handle;
    this.#header = header;
    this.#states = states;
    this.#unwritten = unwritten;
  }

  /**
   * Opens a journal, or makes an empty one. An entry that was cut off while it was written is dropped: nothing that it
   * told of had begun.
   *
   * @throws {UsageError} when it is another gateway's or merchant's, or no journal, or cannot be read
   */
  static async open(file: string, payer: Payer): Promise<Journal> {
    const handle = await openFile(file);
    try {
      const text = await handle.readFile('utf8');
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole === '' && !isCutHeader(text)) throw foreign(file, 1);
      const content = whole === '' ? fresh(payer) : parse(file, whole);
      const { baseUrl, mchId } = content.header;
      if (baseUrl !== payer.baseUrl || mchId !== payer.mchId) {
        throw new UsageError(
          `${file}: this file was begun as merchant ${mchId} at ${baseUrl}, and this is ${payer.mchId} at ` +
            `${payer.baseUrl}; to pay it there too, import a copy of it under another name`,
        );
      }
      if (whole !== text) await handle.truncate(Buffer.byteLength(whole));
      return new Journal(file, handle, content);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** What is known about each number that was ever sent. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#states;
  }

  /** Tells a row from the same row changed, whatever the order of its columns. */
  digest(values: CsvRow['values']): string {
    const cells = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#hmac(JSON.stringify(cells));
  }

  /**
   * Tells rows that pay the same to the same destination, whatever their numbers: the digest that is written, and that
   * of earlier versions.
   */
  payments(row: PayoutRow): readonly [string, string] {
    return [this.#hmac(paymentText(row)), this.#hmac(describedPaymentText(row))];
  }

  /** To be called, and awaited, before a row is sent. */
  async intend(row: PayoutRow): Promise<void> {
    const { mchOrderNo, line, values } = row;
    const [payment] = this.payments(row);
    const digests = { digest: this.digest(values), payment };
    await this.#append({ event: 'intent', mchOrderNo, at: now(), line, ...digests });
  }

  /** What became of a row. */
  async answer({ mchOrderNo }: PayoutRow, answer: SendOutcome): Promise<void> {
    await this.#append({ ...answer, mchOrderNo, at: now() });
  }

  /** A journal in which nothing was written is not left behind. */
  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#unwritten !== '') await rm(this.#file, { force: true });
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#header.salt).update(text).digest('hex');
  }

  async #append(entry: JournalEntry): Promise<void> {
    try {
      await this.#handle.appendFile(`${this.#unwritten}${JSON.stringify(entry)}\n`);
      await this.#handle.sync();
    } catch (cause) {
      const code = systemCodeOf(cause);
      throw new Error(
        `the journal cannot be written (${code}), so nothing more is sent; make room and run the same import again`,
        { cause },
      );
    }
    this.#unwritten = '';
    const state = stateAfter(this.#states.get(entry.mchOrderNo), entry);
    if (state !== undefined) this.#states.set(entry.mchOrderNo, state);
  }
}

interface Content {
  readonly header: JournalHeader;
  readonly states: Map<string, RowState>;
  readonly unwritten: string;
}

function fresh(payer: Payer): Content {
  const header: JournalHeader = {
    journal: 'inrgate payout import',
    version: 1,
    ...payer,
    salt: randomBytes(16).toString('hex'),
  };
  return { header, states: new Map(), unwritten: `${JSON.stringify(header)}\n` };
}

function parse(file: string, text: string): Content {
  const [first = '', ...rest] = text.split('\n').slice(0, -1);
  const header = headerSchema.safeParse(json(first));
  if (!header.success) throw foreign(file, 1);
  const states = new Map<string, RowState>();
  for (const [index, line] of rest.entries()) {
    const { data: entry } = entrySchema.safeParse(json(line));
    if (entry === undefined) throw foreign(file, index + 2);
    const state = stateAfter(states.get(entry.mchOrderNo), entry);
    if (state !== undefined) states.set(entry.mchOrderNo, state);
  }
  return { header: header.data, states, unwritten: '' };
}

/** Guessing what a damaged journal meant could pay a row that was paid. */
function foreign(file: string, line: number): UsageError {
  return new UsageError(`${file}:${line}: is not a journal of payout import, or is damaged`);
}

const headerStart = '{"journal":';

/** Whether the text is the beginning of a header, however little of it was written. */
function isCutHeader(text: string): boolean {
  return text.startsWith(headerStart) || headerStart.startsWith(text);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Appending, whatever else is written; for its owner's eyes alone. Its folder remembers the new name, too. */
async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'a+', 0o600);
    await syncFolder(path.dirname(file));
    return handle;
  } catch (cause) {
    const code = systemCodeOf(cause);
    throw new UsageError(`${file}: it cannot be written (${code})`, { cause });
  }
}

/** Only a loss of power could lose the name; Windows and some network folders have no such call. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function now(): string {
  return formatIst(Date.now());
}
