import type { Attempt, Callback } from '../../domain/callback.ts';
import { AttemptOutdated } from '../../store/attempt-outdated.ts';
import { receiverOf } from '../../store/receiver.ts';
import {
  type AttemptRow,
  type CallbackRow,
  fromAttemptRow,
  fromCallbackRow,
  toAttemptRow,
} from '../../store/rows/callback-rows.ts';
import { instant } from '../../store/rows/columns.ts';
import { type NewDepositRow, toDepositRow } from '../../store/rows/deposit-rows.ts';
import { toNotificationRow } from '../../store/rows/meta-rows.ts';
import type {
  AfterAttempt,
  CallbackQueue,
  Change,
  Claim,
  CommitResult,
  Conflict,
} from '../../store/store.ts';
import { StoreError } from '../../store/store-error.ts';
import { changeRows, locksOf } from './change-rows.ts';
import { type Expectation, outdated } from './expectation.ts';
import type { Lock } from './locks.ts';

/** Versions that a write expects. If they have changed, the write has no effect. */
export interface ExpectedVersions {
  /** Number of the current generation, counted from 1. */
  generation(): number;
  /** Version of the stored clock, or 0 if no clock was stored. */
  clockVersion(): number;
  /** Called after this instance has begun a new generation. */
  began(generation: number): void;
  /** Called after another instance has begun a new generation or moved the clock. */
  outdated(): void;
}

/** JSON input of `run_work`. A reset is the input of `start_over`, because it is always a separate group. */
export interface CommandJson extends Readonly<Record<string, unknown>> {
  readonly do: string;
  readonly era?: number | undefined;
  /** Row of the create, if the change consists of only this write. */
  readonly deposit?: CreateRow;
}

/** Columns of a new row. A column can be omitted if its value is null. */
export type CreateRow = Pick<NewDepositRow, 'order_no'> & Partial<NewDepositRow>;

/** One command for the writer, with the parser of its result. */
export interface WriteCommand<T> {
  readonly json: CommandJson;
  readonly locks: readonly Lock[];
  /** State that must be current when the command is stored. */
  readonly expects?: Expectation | undefined;
  /** @throws {StoreError} `store_reset` */
  readonly read: (answer: unknown) => T;
}

/** Row of `callback_json` and of the reads. */
export interface WholeCallbackRow extends CallbackRow {
  readonly attempts: readonly AttemptRow[];
}

export function toCallback(row: WholeCallbackRow): Callback {
  return fromCallbackRow(row, row.attempts.map(fromAttemptRow));
}

export function writeCommandsOf(expected: ExpectedVersions) {
  function reset(): StoreError {
    expected.outdated();
    return new StoreError('store_reset', 'the gateway was reset, so the change was not stored');
  }
  function result(conflict: unknown): CommitResult {
    if (conflict === null) return { committed: true };
    if (conflict === 'reset') throw reset();
    if (conflict === outdated) throw new AttemptOutdated();
    return { committed: false, conflict: conflict as Conflict };
  }
  return {
    ...claimCommands(expected),
    ...finishCommands,
    change: (change: Change, expects?: Expectation): WriteCommand<CommitResult> => ({
      json: changeJson(change, expected.generation()),
      locks: locksOf(change),
      expects,
      read: result,
    }),
    startOver: (change: Change): WriteCommand<CommitResult> => ({
      json: { do: 'start_over', era: expected.generation(), writes: changeRows(change) },
      locks: [],
      read(answer) {
        if (typeof answer !== 'number') return result(answer);
        expected.began(answer);
        return { committed: true };
      },
    }),
  };
}

function changeJson(change: Change, era: number): CommandJson {
  const [write] = change;
  if (change.length === 1 && write?.write === 'insert_deposit') {
    return { do: 'create', era, deposit: given(toDepositRow(write.deposit)) };
  }
  return { do: 'change', era, writes: changeRows(change) };
}

/** Omits null values, because most columns of a new order are null. */
function given(row: NewDepositRow): CreateRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as CreateRow;
}

type Parameters_<Name extends keyof CallbackQueue> = Parameters<CallbackQueue[Name]>;

function claimCommands(expected: ExpectedVersions) {
  return {
    claim: ({
      now,
      lease,
      atMost,
      perReceiver,
      busy,
    }: Parameters_<'claim'>[0]): WriteCommand<readonly Claim[]> => ({
      json: {
        do: 'claim',
        era: expected.generation(),
        clock: expected.clockVersion(),
        now,
        owner: lease.owner,
        ms: lease.ms,
        delivering: lease.delivering ?? [],
        at_most: atMost,
        per_receiver: perReceiver,
        busy: Object.fromEntries(busy),
      },
      locks: [{ kind: 'claims', of: [] }],
      read(answer) {
        if (answer !== 'outdated')
          return (answer as readonly WholeCallbackRow[]).map((row) => toClaim(row, row.url ?? ''));
        expected.outdated();
        return [];
      },
    }),
    resend: (...[id, { url, lease }]: Parameters_<'claimForResend'>): WriteCommand<Claim | null> => ({
      json: {
        do: 'resend',
        id,
        owner: lease.owner,
        ms: lease.ms,
        delivering: lease.delivering ?? [],
        receiver: receiverOf(url),
      },
      locks: [{ kind: 'resends', of: [id] }],
      read: (answer) => (answer === null ? null : toClaim(answer as WholeCallbackRow, url)),
    }),
  };
}

function toClaim(row: WholeCallbackRow, url: string): Claim {
  return {
    callback: toCallback(row),
    url,
    receiver: url === row.url && row.receiver !== null ? row.receiver : receiverOf(url),
    seq: Number(row.seq),
    fence: Number(row.fence),
    resend:
      row.resend_state === null
        ? null
        : { state: row.resend_state, nextAttemptAt: instant(row.next_attempt_at) },
  };
}

const isDone = (answer: unknown) => answer === true;

/** Commands that change a claim. The command fails for a stale claim. */
const finishCommands = {
  renew: (claim: Claim, ms: number) => ofClaim(claim, { do: 'renew', ms }),
  release: (claim: Claim) => ofClaim(claim, { do: 'release' }),
  finish: (claim: Claim, attempt: Attempt, { state, nextAttemptAt, notification }: AfterAttempt) =>
    ofClaim(claim, {
      do: 'finish',
      state,
      next_attempt_at: nextAttemptAt,
      url: attempt.url,
      receiver: claim.receiver,
      attempt: toAttemptRow(claim.seq, attempt),
      notification: notification === null ? null : toNotificationRow(notification),
    }),
  releaseOwned: (owner: string): WriteCommand<void> => ({
    json: { do: 'release_owned', owner },
    locks: [],
    read: () => undefined,
  }),
};

function ofClaim({ seq, fence }: Claim, json: CommandJson): WriteCommand<boolean> {
  return {
    json: { ...json, seq, fence },
    locks: [{ kind: 'callbacks', of: [String(seq)] }],
    read: isDone,
  };
}
