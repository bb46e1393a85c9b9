import { createServer } from 'node:http';
import { listenerOf } from './listener.ts';
import { type MakeEndpoint, Shop } from './shop.ts';

// Runs one endpoint of the demo merchant on port 3000 or PORT: node src/main.ts wrong/look-then-credit
const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const { argv, env } = process;

const [makeEndpoint]: readonly MakeEndpoint[] = Object.values(await import(`./${argv[2]}.ts`));
if (makeEndpoint === undefined) throw new Error(`there is no endpoint in ${argv[2]}.ts`);

const shop = new Shop();
const callbacks = listenerOf(makeEndpoint(shop, credentials));

createServer((request, response) => {
  // Not new URL(), which throws for paths such as "//".
  const [pathname, query] = (request.url ?? '').split('?', 2);
  if (pathname === '/callbacks') return callbacks(request, response);
  response.end(JSON.stringify(shop.credited(new URLSearchParams(query).get('mchOrderNo') ?? '')));
}).listen(Number(env['PORT'] ?? 3000), '127.0.0.1', () => console.log('the shop listens'));
