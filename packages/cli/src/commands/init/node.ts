/** `callbacks.mjs`: a callback endpoint without dependencies. */
export const node = `// Callback endpoint: node --env-file=.env callbacks.mjs, then POST /callbacks on port 3000.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET, PORT = '3000' } = process.env;
if (!INRGATE_MCH_ID || !INRGATE_MCH_KEY || !INRGATE_MCH_SECRET) throw new Error('INRGATE_MCH_ID, INRGATE_MCH_KEY and INRGATE_MCH_SECRET must be set');
const database = new DatabaseSync('callbacks.db', { timeout: 5000 });
database.exec('CREATE TABLE IF NOT EXISTS credits (mchOrderNo TEXT PRIMARY KEY, amount TEXT NOT NULL)');

/** Signature of every non-empty field except "sign". */
function sign(fields, key) {
  const pairs = Object.entries(fields).filter(([name, value]) => name !== 'sign' && value !== '');
  const text = pairs.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const base = [...text.map(([name, value]) => name + '=' + value), 'key=' + key].join('&');
  return createHash('md5').update(base).digest('hex').toUpperCase();
}

/** Fields of a callback as strings; null when it is not genuine. */
function verified(body, contentType) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const fields = contentType.startsWith('application/json') ? readJson(text) : readForm(text);
    // Only payouts have totalDebit.
    const expected = Buffer.from(sign(fields, fields.totalDebit ? INRGATE_MCH_SECRET : INRGATE_MCH_KEY));
    const given = Buffer.from((fields.sign ?? '').toUpperCase());
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
    // A "&" can move text from one field to another, so only free text may have one.
    const isSplit = ([name, value]) => /[&=]/.test(name) || (value.includes('&') && !['extra', 'message'].includes(name));
    if (Object.entries(fields).some(isSplit) || /&[A-Za-z_]+=/.test(fields.extra ?? '')) return null;
    const isSame = (name, alias) => fields[alias] === undefined || fields[alias] === fields[name];
    return fields.mchId === INRGATE_MCH_ID && isSame('mchId', 'merchant_id') && isSame('mchOrderNo', 'merchant_order_no')
      ? fields
      : null;
  } catch {
    return null;
  }
}

function readJson(text) {
  // The signature covers numbers as they are written: 500.00 stays 500.00.
  const keep = (_name, value, { source }) => (typeof value === 'number' ? source : value);
  const plain = (value) => {
    if (typeof value === 'object' && value !== null) throw new Error('a field is not a string, a number or a boolean');
    return String(value ?? '');
  };
  const members = JSON.parse(text, keep);
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, plain(value)]));
}

function readForm(text) {
  const pairs = [...new URLSearchParams(text)];
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error('a field is repeated');
  return Object.fromEntries(pairs);
}

/** Status and body of the response. */
function receive(body, contentType) {
  const fields = verified(body, contentType);
  if (fields === null) return [401, 'not verified'];
  // A test credits nothing. A payout is not credited. A failed pay-in can still be paid later.
  if (fields.test || fields.totalDebit || fields.status !== 'success') return [200, 'success'];
  // Respond with an error if the amount is missing, so the gateway sends the callback again.
  if (!/^\\d+\\.\\d\\d$/.test(fields.paidAmount ?? '')) return [500, 'no paidAmount'];
  // TODO: load your order, and compare its amount with paidAmount.
  database.prepare('INSERT INTO credits VALUES (?, ?) ON CONFLICT DO NOTHING').run(fields.mchOrderNo, fields.paidAmount);
  return [200, 'success'];
}

/** Number of credits of an order and their total, for the probe of "inrgate check webhook". */
function credited(mchOrderNo) {
  const amount = database.prepare('SELECT amount FROM credits WHERE mchOrderNo = ?').get(mchOrderNo)?.amount;
  return JSON.stringify({ count: amount === undefined ? 0 : 1, amount: amount ?? '0.00' });
}

async function answer(request) {
  // Not new URL(), which throws for paths such as "//".
  const [path, query] = request.url.split('?', 2);
  if (path === '/credited') return [200, credited(new URLSearchParams(query).get('mchOrderNo') ?? '')];
  if (path !== '/callbacks') return [404, 'not found'];
  if (request.method !== 'POST') return [405, 'use POST'];
  const chunks = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > 65536) return [413, 'too large'];
    chunks.push(chunk);
  }
  return receive(Buffer.concat(chunks), request.headers['content-type'] ?? '');
}

// Reading fails if the connection ends in the middle of a body. An uncaught error would end the server.
function failed(error) {
  console.error(error);
  return [500, 'try again later'];
}

const server = createServer(async (request, response) => {
  const [status, text] = await answer(request).catch(failed);
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('http://127.0.0.1:' + PORT + '/callbacks'));
`;
