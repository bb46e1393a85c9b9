import { languageShopContract } from './shop.contract.ts';
import { goShop, javaShop, phpShop, pythonShop } from './shops.ts';

languageShopContract('go', goShop(), 'full');
languageShopContract('java', javaShop('full'), 'full');
languageShopContract('php', phpShop, 'full');
languageShopContract('python', pythonShop('full'), 'full');
