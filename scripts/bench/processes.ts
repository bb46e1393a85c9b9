import { readdirSync, readFileSync } from 'node:fs';

/** Seconds in a tick. Linux counts CPU time in ticks (proc_pid_stat(5), USER_HZ). */
const tick = 1 / 100;

interface Process {
  readonly parent: number;
  /** CPU ticks of the process and of its ended children. */
  readonly own: number;
  readonly ended: number;
}

/** Returns the CPU seconds of a process and its descendants on Linux, or NaN on other systems. */
export function processorOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const all = running();
  const ticksOf = (one: number): number => {
    const { own, ended } = all.get(one) ?? { own: 0, ended: 0 };
    const children = [...all].filter(([, { parent }]) => parent === one);
    return own + ended + children.reduce((sum, [child]) => sum + ticksOf(child), 0);
  };
  return ticksOf(pid) * tick;
}

function running(): ReadonlyMap<number, Process> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => processOf(Number(pid))));
}

/** Reads the data of a process. Returns nothing if the process has just ended. */
function processOf(pid: number): readonly (readonly [number, Process])[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Skip the name in brackets, because it can contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0, children = 0, childrensSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => Number(fields[at]),
    );
    return [[pid, { parent, own: user + system, ended: children + childrensSystem }]];
  } catch {
    return [];
  }
}
