import { languageShopContract } from './shop.contract.ts';
import { curlShop, goShop, javaShop, phpShop, pythonShop } from './shops.ts';

languageShopContract('sh', curlShop, 'full');
languageShopContract('go', goShop(), 'full');
languageShopContract('java', javaShop('full'), 'full');
languageShopContract('php', phpShop, 'full');
languageShopContract('python', pythonShop('full'), 'full');
