import { render } from 'preact';
import { followPointer } from './cut.ts';
import { followKeys } from './keys.ts';
import { start } from './live.ts';
import { followAddress } from './route.ts';
import { App } from './views/app.tsx';

followAddress();
followKeys();
followPointer();
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
void start();
