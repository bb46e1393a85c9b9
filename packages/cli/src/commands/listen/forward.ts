import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { callbackAnswerLimit } from '@inrgate/sdk/internal';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { systemCodeOf } from '../../output/usage-error.ts';
import { type CallbackAnswer, type Delivery, plainAnswer } from './receiver.ts';

/** Headers of the merchant's response that the gateway can read. */
const keptHeaders = ['content-type', 'content-encoding', 'location'] as const;

/**
 * Forwards the exact bytes and returns the exact response. Follows no redirects, like the gateway. Returns 502 for an
 * unreachable server and 504 for a slow server, because the gateway then retries.
 *
 * @param timeoutMs timeout of the whole exchange in milliseconds, by default the gateway's timeout (spec: Delivery
 * rules 2)
 */
export async function forward(
  { body, contentType }: Delivery,
  url: URL,
  timeoutMs: number = callbackTimeoutMs,
): Promise<CallbackAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  const request = send(url, {
    method: 'POST',
    headers: {
      ...(contentType !== null && { 'content-type': contentType }),
      'content-length': body.byteLength,
      'user-agent': 'inrgate-listen',
    },
    agent: false,
    signal,
  });
  try {
    const answered = once(request, 'response');
    request.end(body);
    const [response]: IncomingMessage[] = await answered;
    if (response === undefined) throw new Error('no response');
    return await answerOf(response);
  } catch (error) {
    if (signal.aborted) return plainAnswer(504, `no response within ${timeoutMs / 1000} s`);
    const code = systemCodeOf(error);
    return plainAnswer(502, `no response from ${url.origin}${code === undefined ? '' : ` (${code})`}`);
  } finally {
    request.destroy();
  }
}

async function answerOf(response: IncomingMessage): Promise<CallbackAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= callbackAnswerLimit) break;
  }
  const headers = keptHeaders.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    status: response.statusCode ?? 502,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).subarray(0, callbackAnswerLimit),
  };
}
