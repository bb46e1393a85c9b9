/** Tells of troubles without repeating itself. */
export interface TroubleTeller {
  /** For `onError`: the first trouble of a kind is told at once and in full, the others are counted. */
  readonly tell: (error: unknown) => void;
  /** Tells what was counted since; when the gateway has closed. */
  readonly end: () => void;
}

export interface TellerOptions {
  /** Real milliseconds between counts; null for none before the end. */
  readonly everyMs?: number | null | undefined;
}

interface Kind {
  readonly headline: string;
  more: number;
}

/** Beyond that many kinds the others are one. */
const maxKinds = 100;

/**
 * Tells the causes of what a gateway answers with 500, and of what fails between requests, once for each kind and then
 * how many more there were: a full disk is one line, not a thousand. No key, parameter or personal datum is in it.
 *
 * @param write takes one text, of one line or several
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
      const headline = kinds.size < maxKinds || kinds.has(own) ? own : 'other troubles';
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

/** A process warning for each kind, for a gateway in a program that has no `onError`. */
export function warnOfTroubles(): (error: unknown) => void {
  return troubleTeller((text) => process.emitWarning(text, 'InrgateGatewayWarning')).tell;
}

/** For a gateway in a program that has no `onNotice`. */
export function warnOfNotice(notice: string): void {
  process.emitWarning(notice, 'InrgateGatewayNotice');
}

/** For whatever a program gives as `onError`: should it throw or reject as well, that is one more trouble. */
export function safely(onError: (error: unknown) => void): (error: unknown) => void {
  const warn = warnOfTroubles();
  return (error) => {
    try {
      // Typed as answering nothing, an async function can be given all the same.
      Promise.resolve(onError(error)).catch(warn);
    } catch (thrown) {
      warn(thrown);
    }
  };
}

/** What failed, why, and where in the code. */
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

/** Its name, code and message. */
function headlineOf(error: unknown): string {
  if (!(error instanceof Error)) return `a ${typeof error} was thrown`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}: ${impersonal(error.message)}`;
}

/** What a message quotes, and what in it has the length of an account number, may be somebody's. */
function impersonal(message: string): string {
  const line = message.slice(0, 500).replace(/\s+/g, ' ');
  // What JSON.parse quotes has quotes of its own.
  return line
    .replace(/".*"|".*/, '"…"')
    .replace(/'[^']*'?|`[^`]*`?/g, '"…"')
    .replace(/\d{6,}/g, '…');
}

/** The first places of the stack, below the message. */
function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, 4);
}
