import { createHmac, randomBytes } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { formatIst } from '@inrgate/sdk/internal';
import type { CsvRow } from '../batch/read-csv.ts';
import { parsedJson, unwritable } from '../input/files.ts';
import { systemCodeOf } from '../output/system-code.ts';
import { UsageError } from '../output/usage-error.ts';
import { paymentText } from './destination.ts';
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

export type Payer = Pick<JournalHeader, 'baseUrl' | 'mchId'>;

/**
 * Append-only journal of the sent rows and their outcomes, with one JSON line per entry. Each entry is synced to disk
 * before the next step. The import records a row before it sends it, so the journal of a killed import contains every
 * sent row.
 *
 * The journal contains no account numbers. It identifies a row by its order number, and a digest shows whether the row
 * was changed. A salt protects the digest against lookup tables. A reader of the journal could try all account numbers,
 * but can usually read the CSV file.
 */
export class Journal {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #header: JournalHeader;
  readonly #states: Map<string, RowState>;
  /** String to write before the next entry, for example the header of a new journal. */
  #unwritten: string;

  private constructor(file: string, handle: FileHandle, { header, states, unwritten }: Content) {
    this.#file = file;
    this.#handle = handle;
    this.#header = header;
    this.#states = states;
    this.#unwritten = unwritten;
  }

  /**
   * Opens or creates a journal. Removes a truncated last entry, because its step had not begun.
   *
   * @throws {UsageError} for the journal of another gateway or merchant, an invalid journal or an unreadable file
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
          `${file} belongs to merchant ${mchId} at ${baseUrl}, but the current merchant is ${payer.mchId} at ` +
            `${payer.baseUrl}. To pay the same rows for the current merchant, import a copy of the file under another name`,
        );
      }
      if (whole !== text) await handle.truncate(Buffer.byteLength(whole));
      return new Journal(file, handle, content);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** State of each order number that any run has sent. */
  get states(): ReadonlyMap<string, RowState> {
    return this.#states;
  }

  /** Digest of a row, independent of the order of its columns. */
  digest(values: CsvRow['values']): string {
    const cells = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#hmac(JSON.stringify(cells));
  }

  /** Digest of the amount and the destination, without the order number. */
  payment(row: PayoutRow): string {
    return this.#hmac(paymentText(row));
  }

  /** Records the intent to send a row. Await this call before sending. */
  async intend(row: PayoutRow): Promise<void> {
    const { mchOrderNo, line, values } = row;
    const digests = { digest: this.digest(values), payment: this.payment(row) };
    await this.#append({ event: 'intent', mchOrderNo, at: now(), line, ...digests });
  }

  async answer({ mchOrderNo }: PayoutRow, answer: SendOutcome): Promise<void> {
    await this.#append({ ...answer, mchOrderNo, at: now() });
  }

  /** Closes the journal and removes it if it is empty. */
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
        `the import stopped, because the journal cannot be written (${code}). Free disk space, then run the same import again`,
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
  const header = headerSchema.safeParse(parsedJson(first));
  if (!header.success) throw foreign(file, 1);
  const states = new Map<string, RowState>();
  for (const [index, line] of rest.entries()) {
    const { data: entry } = entrySchema.safeParse(parsedJson(line));
    if (entry === undefined) throw foreign(file, index + 2);
    const state = stateAfter(states.get(entry.mchOrderNo), entry);
    if (state !== undefined) states.set(entry.mchOrderNo, state);
  }
  return { header: header.data, states, unwritten: '' };
}

/** Error for a damaged journal. The import does not guess, because a wrong guess could pay a row twice. */
function foreign(file: string, line: number): UsageError {
  return new UsageError(
    `${file}:${line}: the file is not a payout import journal, or the journal is damaged`,
  );
}

const headerStart = '{"journal":';

function isCutHeader(text: string): boolean {
  return text.startsWith(headerStart) || headerStart.startsWith(text);
}

/** Opens the file for appending and syncs its folder. Only the file's owner can read it. */
async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'a+', 0o600);
    await syncFolder(path.dirname(file));
    return handle;
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/**
 * Syncs a folder, because otherwise a power failure could lose a new file. Windows and some network folders do not
 * support this.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function now(): string {
  return formatIst(Date.now());
}
