import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';
import { rooms } from '../rooms.mjs';

/** How many imports each pair of rooms has, by `from → to`. */
export interface RoomImports {
  /** Of the package's source, from top to bottom. */
  readonly rooms: readonly string[];
  count(from: string, to: string): number;
}

const root = path.resolve(import.meta.dirname, '../..');

/** What the rooms of each package import of each other, tests left out. */
export async function roomImports(): Promise<ReadonlyMap<string, RoomImports>> {
  const packages = Object.entries(rooms);
  const { options } = config;
  const { output } = await cruise(
    packages.map(([src]) => src),
    { ...options, baseDir: root },
    options.enhancedResolveOptions,
  );
  const { modules } = output as ICruiseResult;
  const edges = modules.flatMap(({ source, dependencies }) =>
    isTest(source) ? [] : dependencies.map(({ resolved }) => [source, resolved] as const),
  );
  return new Map(packages.map(([src, ordered]) => [src, counted(src, ordered, edges)]));
}

function counted(
  src: string,
  ordered: readonly string[],
  edges: readonly (readonly [string, string])[],
): RoomImports {
  const roomOf = (file: string) => ordered.find((room) => file.startsWith(`${src}/${room}/`));
  const counts = new Map<string, number>();
  for (const [source, target] of edges) {
    const [from, to] = [roomOf(source), roomOf(target)];
    if (from === undefined || to === undefined || from === to) continue;
    counts.set(`${from} → ${to}`, (counts.get(`${from} → ${to}`) ?? 0) + 1);
  }
  return { rooms: ordered, count: (from, to) => counts.get(`${from} → ${to}`) ?? 0 };
}

function isTest(file: string): boolean {
  return /\.(test|contract)\.ts$/.test(file);
}
