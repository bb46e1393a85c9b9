import { formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ControlError } from '../http/core/control-error.ts';
import { sentence } from '../http/core/respond.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { StoreError } from '../store/store-error.ts';
import { call } from './call.ts';
import { onePage } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/**
 * Name of a snapshot. The name is a valid file name on every system, because a snapshot is a file next to the database.
 */
const snapshotInput = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
      'must contain 1 to 64 letters, digits, "_" and "-", and begin with a letter or a digit',
    ),
});

/** Calls on snapshots (contract: `/snapshots`). */
export const snapshotCalls = {
  /** Lists the snapshots by name. */
  list: call({
    route: 'GET /snapshots',
    summary: 'List the snapshots',
    response: 'SnapshotList',
    run: async ({ store }) => onePage(store.snapshots.list().map(view)),
  }),
  /** Saves the whole state at a point between two commits. Replaces a snapshot with the same name. */
  save: call({
    route: 'POST /snapshots',
    summary: 'Save the whole state under a name',
    status: 201,
    body: { schema: snapshotInput, examples: { 'A name': { name: 'fixtures' } } },
    response: 'Snapshot',
    run: async ({ store, clock }, { body: { name } }) =>
      view(store.snapshots.save(name, clock.now(), clock.stored())),
  }),
  /**
   * Replaces all state with the snapshot in one step. Faults, locks and the request log are empty afterwards.
   *
   * @throws {ControlError} `not_found`. `not_supported` for a damaged snapshot, or a snapshot of another version
   */
  restore: call({
    route: 'POST /snapshots/:id/restore',
    summary: 'Restore a snapshot: orders, ledger, callbacks, merchants, settings and clock',
    refusals: ['not_supported'],
    run: async (gateway, { id }): Promise<void> => {
      if (!gateway.store.snapshots.has(id)) throw unknownSnapshot();
      try {
        gateway.restore(id);
      } catch (cause) {
        if (!(cause instanceof StoreError && cause.code === 'store_corrupt')) throw cause;
        throw new ControlError('not_supported', sentence(cause.message), { cause });
      }
      await gateway.store.onDisk();
    },
  }),
  /** @throws {ControlError} `not_found` */
  remove: call({
    route: 'DELETE /snapshots/:id',
    summary: 'Remove a snapshot',
    run: async ({ store }, { id }): Promise<void> => {
      if (!store.snapshots.remove(id)) throw unknownSnapshot();
    },
  }),
};

function unknownSnapshot(): ControlError {
  return new ControlError('not_found', 'No snapshot has this name.');
}

function view({ name, createdAt, orders }: Snapshot): ControlResponse<'Snapshot'> {
  return { name, createdAt: formatIst(createdAt), orders };
}
