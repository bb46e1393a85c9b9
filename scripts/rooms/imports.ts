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

/** Reads the imports of the packages and examples in a folder. Checks them with the rules in .dependency-cruiser.mjs. */
export async function readImports(baseDir = root): Promise<ICruiseResult> {
  const { forbidden, options } = config;
  const { output } = await cruise(
    ['packages', 'examples'],
    { ...options, baseDir, ruleSet: { forbidden }, validate: true },
    options.enhancedResolveOptions,
  );
  return output as ICruiseResult;
}

/** Finds the imports between the rooms of each package, without tests. */
export function roomImports({ modules }: ICruiseResult): ReadonlyMap<string, RoomImports> {
  const edges = modules.flatMap(({ source, dependencies }) =>
    isTest(source) ? [] : dependencies.map(({ resolved }) => [source, resolved] as const),
  );
  return new Map(Object.entries(rooms).map(([src, ordered]) => [src, between(src, ordered, edges)]));
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
