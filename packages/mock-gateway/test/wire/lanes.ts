import type { Send } from '../client.ts';

/** Sends `count` requests at a time, because some systems limit a process to 256 open files. */
export function inLanes(count: number, send: Send): Send {
  const lanes = Array.from({ length: count }, (): Promise<unknown> => Promise.resolve());
  let sent = 0;
  return (path, init) => {
    const lane = sent++ % count;
    const answer = (lanes[lane] ?? Promise.resolve()).then(() => send(path, init));
    lanes[lane] = answer.catch(() => undefined);
    return answer;
  };
}
