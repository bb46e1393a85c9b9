import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Unpacks the folders and files of a tar archive; Node has no tar, and neither has every machine. */
export function untar(archive: Buffer, target: string): void {
  const text = (from: number, length: number) =>
    archive.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  for (let header = 0; text(header, 100) !== ''; ) {
    const size = Number.parseInt(text(header + 124, 12), 8);
    const file = path.join(target, text(header + 345, 155), text(header, 100));
    const content = header + 512;
    // A header of another kind (a link, an extended name) has another type.
    if (['', '0'].includes(text(header + 156, 1))) {
      mkdirSync(path.dirname(file), { recursive: true });
      const mode = Number.parseInt(text(header + 100, 8), 8);
      writeFileSync(file, archive.subarray(content, content + size), { mode });
    }
    header = content + Math.ceil(size / 512) * 512;
  }
}
