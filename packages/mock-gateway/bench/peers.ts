import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The least that a server of each kind can do. `node peers.ts NAME` prints its address. A peer loads only what it needs,
 * because its start is timed too.
 */
const peers: Readonly<Record<string, (file: string) => Promise<Server>>> = {
  /** Express 5 that checks the MD5 and keeps orders in a Map. */
  express: async () => {
    const { default: express } = await import('express');
    const app = express();
    const orders = new Map<string, object>();
    type Parameters = Readonly<Record<string, string>>;
    const serve = (path: string, key: string, answer: (parameters: Parameters) => object | undefined) =>
      app.post(`/v3/${path}`, express.json(), (request, response) => {
        const { sign, ...parameters } = request.body as Parameters;
        const names = Object.keys(parameters).sort();
        const text = names.map((name) => `${name}=${parameters[name]}`).join('&');
        const digest = createHash('md5').update(`${text}&key=${key}`).digest('hex').toUpperCase();
        if (digest !== sign) return void response.status(401).json({ success: false });
        response.json({ code: 200, success: true, message: 'Success', data: answer(parameters) });
      });
    serve('payin', 'demo-mch-key', (parameters) => {
      orders.set(parameters['mchOrderNo'] ?? '', parameters);
      return { ...parameters, status: 'pending' };
    });
    serve('check-order-status', 'demo-mch-key', ({ mchOrderNo = '' }) => orders.get(mchOrderNo));
    serve('check-gateway-balance', 'demo-mch-secret', ({ mchId }) => ({ mchId, balance: '100000.00' }));
    return createServer(app);
  },

  empty: async () => {
    const { default: express } = await import('express');
    return createServer(express());
  },

  /** node:http with one insert for each request, which is on disk before the response. */
  durable: async (file) => {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('CREATE TABLE orders (mch_order_no TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT');
    const insert = database.prepare('INSERT INTO orders VALUES (?, ?)');
    return createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        insert.run((JSON.parse(body) as { mchOrderNo: string }).mchOrderNo, body);
        response.setHeader('content-type', 'application/json').end(body);
      });
    });
  },

  /** A merchant's endpoint that acknowledges every callback. */
  receiver: async () =>
    createServer((request, response) => {
      request.resume().on('end', () => response.end('success'));
    }),
};

const [name = '', file = ':memory:'] = process.argv.slice(2);
const server = await peers[name]?.(file);
server?.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}/v3` })}\n`);
});
