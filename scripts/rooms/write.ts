/** `npm run rooms` regenerates the pictures of imports in ARCHITECTURE.md. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readImports, roomImports } from './imports.ts';
import { roomPictures } from './picture.ts';

const root = path.resolve(import.meta.dirname, '../..');
for (const [file, picture] of roomPictures(roomImports(await readImports()))) {
  writeFileSync(path.join(root, file), picture);
  console.log(file);
}
