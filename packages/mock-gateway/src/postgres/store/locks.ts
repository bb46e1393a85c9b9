import { merchantReference } from '../../domain/deposit.ts';
import { availableAccount, heldAccount } from '../../domain/ledger.ts';
import type { Change, Write } from '../../store/store.ts';

type Kind =
  | 'config'
  | 'settings'
  | 'clock'
  | 'merchants'
  | 'references'
  | 'deposits'
  | 'payouts'
  | 'accounts'
  | 'days'
  | 'callbacks'
  | 'resends'
  | 'claims';

export interface Lock {
  readonly kind: Kind;
  readonly of: readonly (string | Day)[];
}

interface Day {
  readonly mch_id: string;
  readonly day: string;
}

/** Collects the rows to lock before a group of commands begins. */
export function gathered(locks: readonly Lock[]): Readonly<Partial<Record<Kind, Lock['of']>>> {
  const kinds = Map.groupBy(locks, ({ kind }) => kind);
  return Object.fromEntries([...kinds].map(([kind, of]) => [kind, of.flatMap((lock) => lock.of)]));
}

/** Rows of a change that other writes can lock simultaneously. */
export function locksOf(change: Change): readonly Lock[] {
  return change.flatMap(locksOfWrite);
}

function locksOfWrite(write: Write): readonly Lock[] {
  switch (write.write) {
    case 'put_config':
      return [{ kind: 'config', of: [] }];
    case 'put_settings':
      return [{ kind: 'settings', of: [] }];
    case 'put_clock':
      return [{ kind: 'clock', of: [] }];
    case 'insert_merchant':
    case 'update_merchant':
      return [{ kind: 'merchants', of: [] }];
    case 'insert_deposit': {
      const { kind, mchId } = write.deposit;
      return reference(kind, mchId, merchantReference(write.deposit));
    }
    case 'insert_payout':
      return reference('payout', write.payout.mchId, write.payout.mchOrderNo);
    case 'update_deposit':
      return [{ kind: 'deposits', of: [write.deposit.orderNo] }];
    case 'update_payout':
      return [{ kind: 'payouts', of: [write.payout.orderNo] }];
    case 'post': {
      const { mchId, postings } = write.transaction;
      const accounts = postings.map(({ account }) => account);
      return [{ kind: 'accounts', of: [availableAccount(mchId), heldAccount(mchId), ...accounts] }];
    }
    case 'add_daily':
      return [{ kind: 'days', of: [{ mch_id: write.mchId, day: write.day }] }];
    case 'enqueue':
    case 'record_test':
    case 'record':
    case 'notify':
      // No other write locks these rows.
      return [];
  }
}

function reference(kind: string, mchId: string, given: string | null): readonly Lock[] {
  return given === null ? [] : [{ kind: 'references', of: [JSON.stringify([kind, mchId, given])] }];
}
