import { expect } from 'vitest';
import { storedOn } from './dump.ts';
import type { Operation } from './operations.ts';
import {
  eachStatement,
  expectClearFailure,
  expectWhole,
  type Failure,
  type Failures,
  inWorld,
  quiet,
  told,
  type World,
} from './world.ts';

interface Undisturbed {
  readonly answer: string;
  /** The stored state before the operation, and after each of its commits and deliveries. */
  readonly states: readonly string[];
  readonly statements: number;
}

/** Expects that, whichever statement fails, no operation is half done, the response is correct, and a repeat succeeds. */
export async function expectAllOrNothing(operation: Operation, failures: Failures): Promise<void> {
  const usual = await undisturbed(operation);
  await eachStatement(usual.statements, failures, (world, failure) =>
    failAt(world, { ...failure, operation, usual }),
  );
}

function undisturbed({ prepare }: Operation): Promise<Undisturbed> {
  return inWorld(async (world) => {
    const { disk } = world;
    const ask = await prepare(world);
    await quiet(disk);
    const states = [storedOn(disk).all];
    disk.committed = () => {
      const { all } = storedOn(disk);
      if (all !== states.at(-1)) states.push(all);
    };
    disk.heal();
    const answer = await ask();
    await quiet(disk);
    return { answer: told(answer), states, statements: disk.ran };
  });
}

interface Failing extends Failure {
  readonly operation: Operation;
  readonly usual: Undisturbed;
}

async function failAt(world: World, { n, trouble, operation, usual }: Failing): Promise<void> {
  const { disk, gateway, troubles: heard } = world;
  const { prepare, commits = 1, repeatable = true } = operation;
  const ask = await prepare(world);
  await quiet(disk);
  disk.fail(n, trouble);
  const answer = await ask();
  await quiet(disk);
  expect(disk.db.isTransaction).toBe(false);
  const { all } = storedOn(disk);
  expect(usual.states).toContain(all);
  disk.heal();
  if (answer.status >= 500) {
    expectClearFailure(answer, heard);
    const again = await ask();
    if (repeatable) expect(told(again)).toBe(usual.answer);
    expect(again.status).toBeLessThan(500);
  } else {
    expect(usual.states.lastIndexOf(all)).toBeGreaterThanOrEqual(commits);
    if (repeatable) expect(told(answer)).toBe(usual.answer);
  }
  // The delivery that was claimed is released and due at this instant.
  await gateway.clock.advance('0s');
  if (repeatable) expect(storedOn(disk).all).toBe(usual.states.at(-1));
  await expectWhole(world);
}
