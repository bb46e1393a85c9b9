import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import config from '../../.dependency-cruiser.mjs';
import { rooms } from '../rooms.mjs';

export interface RoomImports {
  /** The rooms, from top to bottom. */
  readonly rooms: readonly string[];
  imports(from: string, to: string): boolean;
}

const root = path.resolve(import.meta.dirname, '../..');

/** Finds the imports between the rooms of each package, without tests. */
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
  return new Map(packages.map(([src, ordered]) => [src, between(src, ordered, edges)]));
}

function between(
  src: string,
  ordered: readonly string[],
  edges: readonly (readonly [string, string])[],
): RoomImports {
  const roomOf = (file: string) => ordered.find((room) => file.startsWith(`${src}/${room}/`));
  const found = new Set(edges.map(([source, target]) => `${roomOf(source)} → ${roomOf(target)}`));
  return { rooms: ordered, imports: (from, to) => found.has(`${from} → ${to}`) };
}

function isTest(file: string): boolean {
  return /\.(test|contract)\.ts$/.test(file);
}
