import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { root } from './pages.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

const base = '/docs/';

/** Serves the built site on this machine until the process ends. Returns the site's URL. */
export async function serveSite(
  port: number,
  folder = path.join(root, 'docs/.vitepress/dist'),
): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (!pathname.startsWith(base)) return void response.writeHead(302, { location: base }).end();
    const name = decoded(pathname.slice(base.length));
    const file = path.join(folder, name === '' || name.endsWith('/') ? `${name}index.html` : name);
    const found = (await contents(file, folder)) ?? (await contents(`${file}.html`, folder));
    const { status, bytes, type } = found ?? {
      status: 404,
      bytes: await readFile(path.join(folder, '404.html')),
      type: types['html'],
    };
    response.writeHead(status, { 'content-type': type ?? 'application/octet-stream' }).end(bytes);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Reads a file of the folder, or returns null if it does not exist. */
async function contents(file: string, folder: string) {
  if (!file.startsWith(folder + path.sep)) return null;
  try {
    const bytes = await readFile(file);
    return { status: 200, bytes, type: types[path.extname(file).slice(1)] };
  } catch {
    return null;
  }
}
