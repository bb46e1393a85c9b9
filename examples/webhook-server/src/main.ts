import { createServer } from './server.ts';

const { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET, PORT = '3000' } = process.env;
if (!INRGATE_MCH_ID || !INRGATE_MCH_KEY || !INRGATE_MCH_SECRET) {
  throw new Error('set INRGATE_MCH_ID, INRGATE_MCH_KEY and INRGATE_MCH_SECRET');
}
const credentials = { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY, mchSecret: INRGATE_MCH_SECRET };
const books = { orders: new Map([['ORDER-1', { amount: '500.00', paid: false }]]), withdrawals: new Map() };

createServer(credentials, books).listen(Number(PORT), '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`waiting for callbacks at http://127.0.0.1:${PORT}/callbacks`);
});
