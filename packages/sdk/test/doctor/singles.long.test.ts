import { singlesAreNamed } from './singles.contract.ts';

singlesAreNamed(200);
