import { createServer } from 'node:http';
import { Database } from './database.ts';
import { listenerOf } from './listener.ts';
import type { MakeShop } from './shop.ts';

// Runs one shop on port 3000 or PORT: node src/main.ts wrong/check-then-credit
const { argv, env } = process;

const [ThisShop]: readonly MakeShop[] = Object.values(await import(`./${argv[2]}.ts`));
if (ThisShop === undefined) throw new Error(`there is no shop in ${argv[2]}.ts`);

const shop = new ThisShop(new Database(env['SHOP_DATABASE'] ?? 'shop.db'), env);
shop.start();
createServer(listenerOf(shop)).listen(Number(env['PORT'] ?? 3000), '127.0.0.1', () =>
  console.log('the shop listens'),
);
