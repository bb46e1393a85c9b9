import path from 'node:path';
import type { RoomImports } from './imports.ts';
import { roomsPicture } from './picture.ts';

/** Draws the pictures for ARCHITECTURE.md. Returns them by their paths from the root. */
export function roomPictures(imports: ReadonlyMap<string, RoomImports>): ReadonlyMap<string, string> {
  return new Map(
    [...imports].map(([src, found]) => {
      const name = path.basename(path.dirname(src));
      return [`docs/explanation/rooms-${name}.svg`, roomsPicture(src, found)] as const;
    }),
  );
}
