import { nextjsContract } from './nextjs.contract.ts';

nextjsContract('production');
