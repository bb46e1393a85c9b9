import { repeatEveryCall } from './world.ts';

repeatEveryCall();
await import('./creating.test.ts');
await import('./reading.test.ts');
