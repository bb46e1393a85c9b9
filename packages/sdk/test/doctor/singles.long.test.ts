import { singlesAreNamed } from './singles.ts';

singlesAreNamed(200);
