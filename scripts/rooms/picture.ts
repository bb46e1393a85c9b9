import path from 'node:path';
import type { RoomImports } from './imports.ts';

const cell = 20;
const left = 150;
const top = 116;

/** Draws the pictures for ARCHITECTURE.md. Returns them by their paths from the root. */
export function roomPictures(imports: ReadonlyMap<string, RoomImports>): ReadonlyMap<string, string> {
  return new Map(
    [...imports].map(([src, found]) => {
      const name = path.basename(path.dirname(src));
      return [`docs/explanation/rooms-${name}.svg`, roomsPicture(src, found)] as const;
    }),
  );
}

/**
 * Draws a matrix. A mark means that the room of its row imports the room of its column. All allowed imports are above
 * the diagonal.
 */
export function roomsPicture(src: string, { rooms, imports }: RoomImports): string {
  const size = rooms.length * cell;
  const [width, height] = [left + size + 80, top + size + 16];
  const names = rooms.flatMap((room, at) => {
    const middle = at * cell + cell / 2;
    const column = `translate(${left + middle + 4} ${top - 8}) rotate(-50)`;
    return [
      `<text x="${left - 8}" y="${top + middle + 4}" text-anchor="end">${room}</text>`,
      `<text transform="${column}">${room}</text>`,
    ];
  });
  const cells = rooms.flatMap((from, row) =>
    rooms.flatMap((to, column) => {
      const [x, y] = [left + column * cell, top + row * cell];
      if (row === column) return [square(x, y, '#c9ced6')];
      if (!imports(from, to)) return [];
      const title = `<title>${from} imports ${to}</title>`;
      return [`<g>${title}${square(x, y, row < column ? '#3b82d6' : '#d1242f')}</g>`];
    }),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Imports between the rooms of ${src}">`,
    '<style>text{font:11px ui-sans-serif,system-ui,sans-serif;fill:#24292f}</style>',
    `<rect width="${width}" height="${height}" rx="6" fill="#fff"/>`,
    `<rect x="${left}" y="${top}" width="${size}" height="${size}" fill="#f4f5f7"/>`,
    ...names,
    ...cells,
    '</svg>',
    '',
  ].join('\n');
}

function square(x: number, y: number, colour: string): string {
  return `<rect x="${x + 1}" y="${y + 1}" width="${cell - 2}" height="${cell - 2}" rx="2" fill="${colour}"/>`;
}
