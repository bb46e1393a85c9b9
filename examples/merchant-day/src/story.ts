import { styleText } from 'node:util';

let chapters = 0;

/** Prints the title of a part of the day. */
export function chapter(title: string): void {
  chapters += 1;
  console.log(`\n${styleText('bold', `${chapters}. ${title}`)}`);
}

/** Prints a call, with its sender and receiver. */
export function call(from: string, to: string, what: string): void {
  console.log(`  ${styleText('cyan', `${from} -> ${to}`)}  ${what}`);
}

export function show(name: string, value: string): void {
  console.log(`  ${styleText('dim', `${name}:`)} ${value}`);
}

/** Checks and prints a step of the day. The demo ends at the first failed step. */
export function holds(what: string, condition: boolean): void {
  if (!condition) throw new Error(`this step did not hold: ${what}`);
  console.log(`  ${styleText('green', 'ok')} ${what}`);
}
