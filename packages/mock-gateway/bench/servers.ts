import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The servers that are compared, each in a process of its own: `node servers.ts NAME [ARGUMENT...]` prints its address.
 * The peers do the least that a server of their kind can do; each loads only what it needs, since starting is timed.
 */
const servers: Readonly<Record<string, (...given: readonly string[]) => Promise<string>>> = {
  gateway: (db) => gateway({ db }),

  /** Its callbacks go to one receiver, and as many at once as several may send in all. */
  heard: (db, callbackUrl) => gateway({ db, callbackUrl, maxPerReceiver: 32 }),

  /** Express 5: checks the MD5, keeps orders in a Map and returns them. */
  express: async () => {
    const { default: express } = await import('express');
    const orders = new Map<string, object>();
    const app = express();
    type Params = Record<string, string>;
    const serve = (path: string, key: string, answer: (params: Params) => object | undefined) =>
      app.post(path, express.json(), (incoming, response) => {
        const { sign, ...params } = incoming.body as Params;
        const names = Object.keys(params).sort();
        const text = names.map((name) => `${name}=${params[name]}`).join('&');
        const digest = createHash('md5').update(`${text}&key=${key}`).digest('hex').toUpperCase();
        if (digest !== sign) return void response.status(401).json({ success: false });
        response.json({ code: 200, success: true, message: 'Success', data: answer(params) });
      });
    serve('/payin', 'demo-mch-key', (params) => {
      orders.set(params['mchOrderNo'] ?? '', params);
      return params;
    });
    serve('/check-order-status', 'demo-mch-key', ({ mchOrderNo = '' }) => orders.get(mchOrderNo));
    serve('/check-gateway-balance', 'demo-mch-secret', ({ mchId }) => ({ mchId, balance: '100000.00' }));
    return listen(createServer(app));
  },

  /** node:http: one durable insert a request. */
  durable: async (file = ':memory:') => {
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    db.exec('CREATE TABLE orders (mch_order_no TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT');
    const insert = db.prepare('INSERT INTO orders VALUES (?, ?)');
    return keeping((...order) => insert.run(...order));
  },

  /** node:http: a merchant who reads a callback and responds. */
  receiver: () =>
    listen(
      createServer((incoming, response) => {
        incoming.resume();
        incoming.on('end', () => response.end('success'));
      }),
    ),

  /** Express 5 with nothing in it: what starting up is compared with. */
  empty: async () => {
    const { default: express } = await import('express');
    return listen(createServer(express()));
  },
};

interface GatewayOptions {
  readonly db?: string | undefined;
  readonly callbackUrl?: string | undefined;
  readonly maxPerReceiver?: number;
}

async function gateway({ callbackUrl, ...options }: GatewayOptions): Promise<string> {
  const { createMockGateway } = await import('@inrgate/mock-gateway');
  const settings = { rateLimitPerMinute: null, signatureLock: null };
  const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret', callbackUrl };
  const other = { mchId: 'OTHER1002', mchKey: 'other-key', mchSecret: 'other-secret' };
  const made = await createMockGateway({ settings, merchants: [demo, other], ...options });
  return `${(await made.listen()).baseUrl}/`;
}

/** Returns what it was sent, once that is kept. */
function keeping(keep: (mchOrderNo: string, body: string) => unknown): Promise<string> {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', async () => {
      await keep((JSON.parse(body) as { mchOrderNo: string }).mchOrderNo, body);
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
  });
  return listen(server);
}

function listen(server: ReturnType<typeof createServer>): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    );
  });
}

const [name = '', ...given] = process.argv.slice(2);
const start = servers[name];
if (start === undefined) throw new Error(`there is no server called ${name}`);
process.stdout.write(`${await start(...given)}\n`);
