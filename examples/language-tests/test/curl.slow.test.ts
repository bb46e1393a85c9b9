import path from 'node:path';
import { fileBooks } from './file-books.ts';
import { languageShopContract } from './shop.contract.ts';

const file = (name: string) => path.join(import.meta.dirname, '../../curl', name);

languageShopContract('sh', {
  sign: () => ['sh', file('sign.sh')],
  pay: () => ['sh', file('pay.sh')],
  payout: () => ['sh', file('payout.sh')],
  callbacks: (port) => [
    process.execPath,
    path.join(import.meta.dirname, 'cgi-server.ts'),
    String(port),
    file('callbacks.sh'),
  ],
  ready: /^waiting for callbacks/,
  books: fileBooks,
  endsStalled: false,
  endsHeaders: true,
});
