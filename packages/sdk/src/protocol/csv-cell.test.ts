import { expect, it } from 'vitest';
import { harmlessCell } from './csv-cell.ts';

it.each(['=1+1', '+1', '@SUM(A1)', '\t=1', '\r=1', '-1+1', '-cmd|x', "-2+3+'a'"])(
  'a CSV cell with %j begins with an apostrophe',
  (text) => {
    expect(harmlessCell(text)).toBe(`'${text}`);
  },
);

it.each(['', 'ORDER-1', '500.00', '-500.00', '-ORDER_1', '-a.b:c/d#e', 'a=1'])(
  'a CSV cell with %j is unchanged',
  (text) => {
    expect(harmlessCell(text)).toBe(text);
  },
);
