import { formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ControlError } from '../http/core/control-error.ts';
import type { Snapshot } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import type { ControlDeps } from './deps.ts';
import { parseInput } from './input.ts';
import type { ControlResponse } from './responses/responses.ts';

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
export function snapshotControls(deps: ControlDeps) {
  const { portsNow, clock } = deps;
  const { snapshots } = deps.ports.store;
  return {
    /** Lists the snapshots by name. */
    async list(): Promise<ControlResponse<'SnapshotList'>> {
      return { items: (await snapshots.list()).map(view), nextCursor: null };
    },

    /** Saves the whole state at a point between two commits. Replaces a snapshot with the same name. */
    async save(input: z.input<typeof snapshotInput>): Promise<ControlResponse<'Snapshot'>> {
      const { name } = parseInput(snapshotInput, input);
      return view(await portsNow().inTurn(() => snapshots.save(name, clock.now(), clock.stored())));
    },

    /**
     * Replaces all state with the snapshot in one step. Faults, locks and the request log are empty afterwards.
     *
     * @throws {ControlError} `not_found`. `not_supported` for a snapshot of another schema version
     */
    async restore(name: string): Promise<void> {
      await assertKnown(name);
      await deps.restore(name).catch((cause: unknown) => {
        if (!(cause instanceof StoreError && cause.code === 'store_version')) throw cause;
        throw new ControlError('not_supported', `${cause.message}.`, { cause });
      });
    },

    /** @throws {ControlError} `not_found` */
    async remove(name: string): Promise<void> {
      await assertKnown(name);
      await snapshots.remove(name);
    },
  };

  async function assertKnown(name: string): Promise<void> {
    const known = await snapshots.list();
    if (!known.some((snapshot) => snapshot.name === name))
      throw new ControlError('not_found', 'No snapshot has this name.');
  }
}

function view({ name, createdAt, orders }: Snapshot): ControlResponse<'Snapshot'> {
  return { name, createdAt: formatIst(createdAt), orders };
}
