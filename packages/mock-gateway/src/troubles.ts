/** Reports failures, but repeated failures only as a count. */
export interface TroubleTeller {
  /**
   * Function for `onError`. Reports the first failure of a kind immediately and in full, and counts further failures.
   */
  readonly tell: (error: unknown) => void;
  /** Reports the remaining counts. Call it after the gateway has closed. */
  readonly end: () => void;
}

export interface TellerOptions {
  /** Real milliseconds between reports of counts, or null to report counts only at the end. */
  readonly everyMs?: number | null | undefined;
}

interface Kind {
  readonly headline: string;
  more: number;
}

/** Maximum number of kinds of failures. All further kinds count as one kind. */
const maxKinds = 100;

/**
 * Reports the causes of 500 responses and background failures: the first of each kind in full, and the others as a
 * count. A full disk therefore causes one line instead of a thousand. The messages contain no key, parameter or
 * personal data.
 *
 * @param write receives a string of one or more lines
 */
export function troubleTeller(
  write: (text: string) => void,
  { everyMs = null }: TellerOptions = {},
): TroubleTeller {
  const kinds = new Map<string, Kind>();
  let timer: NodeJS.Timeout | null = null;

  function count(): void {
    timer = null;
    for (const kind of kinds.values()) {
      if (kind.more > 0) write(`${kind.headline}: ${kind.more.toLocaleString('en-US')} more`);
      kind.more = 0;
    }
  }

  return {
    tell(error) {
      const own = headlineOf(error);
      const headline = kinds.size < maxKinds || kinds.has(own) ? own : 'other errors';
      const kind = kinds.get(headline);
      if (kind === undefined) {
        kinds.set(headline, { headline, more: 0 });
        write(inFull(error));
        return;
      }
      kind.more += 1;
      if (timer === null && everyMs !== null) timer = setTimeout(count, everyMs).unref();
    },
    end() {
      if (timer !== null) clearTimeout(timer);
      count();
    },
  };
}

/** Emits a process warning for each kind, for a program without `onError`. */
export function warnOfTroubles(): (error: unknown) => void {
  return troubleTeller((text) => process.emitWarning(text, 'InrgateGatewayWarning')).tell;
}

/** Emits a process warning, for a program without `onNotice`. */
export function warnOfNotice(notice: string): void {
  process.emitWarning(notice, 'InrgateGatewayNotice');
}

/** Calls the program's `onError`. If `onError` throws or rejects, reports that failure too. */
export function safely(onError: (error: unknown) => void): (error: unknown) => void {
  const warn = warnOfTroubles();
  return (error) => {
    try {
      Promise.resolve(onError(error)).catch(warn);
    } catch (thrown) {
      warn(thrown);
    }
  };
}

/** Describes the failed operation, its reason and its location in the code. */
function inFull(error: unknown): string {
  const causes: string[] = [];
  for (let cause = causeOf(error); cause !== undefined && causes.length < 5; cause = causeOf(cause)) {
    causes.push(`  because of ${headlineOf(cause)}`);
  }
  return [headlineOf(error), ...causes, ...framesOf(error)].join('\n');
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Returns the name, the code and the message of an error. */
function headlineOf(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}: ${impersonal(error.message)}`;
}

/** Removes quoted values, and numbers as long as an account number, because both can be personal data. */
function impersonal(message: string): string {
  const line = message.slice(0, 500).replace(/\s+/g, ' ');
  // JSON.parse quotes values that can contain quotation marks.
  return line
    .replace(/".*"|".*/, '"…"')
    .replace(/'[^']*'?|`[^`]*`?/g, '"…"')
    .replace(/\d{6,}/g, '…');
}

/** The first lines of the stack below the message. */
function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 4);
}
