import { ExchangeJudge, type Finding, type KnownMerchant, type SeenExchange } from '@inrgate/conformance';
import type { Send } from '../client.ts';

export interface Judged {
  readonly send: Send;
  readonly judge: ExchangeJudge;
  /** Findings about violated rules. */
  readonly broken: readonly (Finding & { readonly path: string; readonly answered: string })[];
  /** Ids of all rules that were checked. */
  readonly ids: ReadonlySet<string>;
  /** Ids of all rules that passed. */
  readonly held: ReadonlySet<string>;
}

/** Like `send`, but judges each exchange with the API. */
export function judged(send: Send, known: KnownMerchant): Judged {
  const judge = new ExchangeJudge(known);
  const broken: (Finding & { readonly path: string; readonly answered: string })[] = [];
  const held = new Set<string>();
  const ids = new Set<string>();
  const sending: Send = async (path, init) => {
    const startedAt = Date.now();
    const { sent, bytes } = await recorded(init);
    const response = await send(path, sent);
    const seen = await exchangeOf(path, init, { bytes, response, startedAt });
    if (seen === null) return response;
    for (const finding of judge.exchange(seen.exchange)) {
      ids.add(finding.id);
      if (finding.state === 'broken')
        broken.push({
          ...finding,
          path,
          answered: `${Buffer.from(bytes ?? '')
            .toString('utf8')
            .slice(0, 500)} ${seen.text}`,
        });
      if (finding.state === 'held') held.add(finding.id);
    }
    return response;
  };
  return { send: sending, judge, broken, held, ids };
}

async function recorded(init: RequestInit | undefined) {
  const body = init?.body;
  // Do not judge a stream or a truncated body, because a stream can be read only once.
  if (body instanceof ReadableStream) return { sent: init, bytes: null };
  const bytes = new Uint8Array(await new Response(body ?? '').arrayBuffer());
  return { sent: init, bytes };
}

async function exchangeOf(
  path: string,
  init: RequestInit | undefined,
  {
    bytes,
    response,
    startedAt,
  }: { readonly bytes: Uint8Array | null; readonly response: Response; readonly startedAt: number },
): Promise<{ readonly exchange: SeenExchange; readonly text: string } | null> {
  const [, area] = /^\/(v3|v1)(?:[/?]|$)/.exec(path) ?? [];
  if (bytes === null || (area !== 'v3' && area !== 'v1')) return null;
  const body = new Uint8Array(await response.clone().arrayBuffer());
  const url = new URL(`http://x${path}`);
  return {
    text: `${response.status} ${Buffer.from(body).toString('utf8').slice(0, 300)}`,
    exchange: {
      api: area,
      request: {
        method: init?.method ?? 'GET',
        path: url.pathname.slice(3),
        query: url.search.slice(1),
        headers: [...new Request('http://x', { ...init, body: init?.body ?? null }).headers],
        body: bytes,
        length: bytes.byteLength,
        complete: true,
      },
      answer: {
        status: response.status,
        headers: [...response.headers],
        body,
        length: body.byteLength,
        complete: true,
      },
      startedAt,
      endedAt: Date.now(),
    },
  };
}
