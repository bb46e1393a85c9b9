import { formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ControlError } from '../http/core/control-error.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { StoreError } from '../store/store-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import { parseInput } from './input.ts';
import { onePage } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';
import { sentence } from './sentence.ts';

/**
 * Name of a snapshot. The name is a valid file name on every system, because a snapshot is a file next to the database.
 */
export const snapshotInput = z.strictObject({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
      'must contain 1 to 64 letters, digits, "_" and "-", and begin with a letter or a digit',
    ),
});

/** Calls on snapshots (contract: `/snapshots`). */
export function snapshotControls(gateway: ControlGateway) {
  const { store, clock } = gateway;
  return {
    /** Lists the snapshots by name. */
    async list(): Promise<ControlResponse<'SnapshotList'>> {
      return onePage(store.snapshots.list().map(view));
    },

    /** Saves the whole state at a point between two commits. Replaces a snapshot with the same name. */
    async save(input: z.input<typeof snapshotInput>): Promise<ControlResponse<'Snapshot'>> {
      const { name } = parseInput(snapshotInput, input);
      return view(store.snapshots.save(name, clock.now(), clock.stored()));
    },

    /**
     * Replaces all state with the snapshot in one step. Faults, locks and the request log are empty afterwards.
     *
     * @throws {ControlError} `not_found`. `not_supported` for a damaged snapshot, or a snapshot of another version
     */
    async restore(name: string): Promise<void> {
      if (!store.snapshots.has(name)) throw unknownSnapshot();
      try {
        gateway.restore(name);
      } catch (cause) {
        if (!(cause instanceof StoreError && cause.code === 'store_corrupt')) throw cause;
        throw new ControlError('not_supported', sentence(cause.message), { cause });
      }
      await store.onDisk();
    },

    /** @throws {ControlError} `not_found` */
    async remove(name: string): Promise<void> {
      if (!store.snapshots.remove(name)) throw unknownSnapshot();
    },
  };
}

function unknownSnapshot(): ControlError {
  return new ControlError('not_found', 'No snapshot has this name.');
}

function view({ name, createdAt, orders }: Snapshot): ControlResponse<'Snapshot'> {
  return { name, createdAt: formatIst(createdAt), orders };
}
