import type { Tallies } from '../store/tallies.ts';

/**
 * Upper bounds of the buckets of the request duration in seconds. Most requests take less than 5 ms. Requests with
 * faults can take much longer.
 */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Answered {
  /** The endpoint, or null for an unknown path. */
  readonly endpoint: string | null;
  readonly status: number;
  /** Duration in real milliseconds. */
  readonly durationMs: number;
}

type Labels = Readonly<Record<string, string | number>>;

/** Counts the requests and attempts of this instance since its start, for Prometheus (contract: GET /metrics). */
export class Metrics {
  readonly #requests = new Map<string, { readonly labels: Labels; count: number }>();
  readonly #attempts = { delivered: 0, failed: 0 };
  /** Number of requests in each bucket, not cumulative. The last bucket has no upper bound. */
  readonly #durations = Array.from({ length: bounds.length + 1 }, () => 0);
  #seconds = 0;

  /** Counts a request of the wire API. */
  request({ endpoint, status, durationMs }: Answered): void {
    const labels = { endpoint: endpoint ?? 'unknown', status };
    const key = `${labels.endpoint} ${status}`;
    const counted = this.#requests.get(key) ?? { labels, count: 0 };
    counted.count += 1;
    this.#requests.set(key, counted);
    const seconds = durationMs / 1000;
    const within = bounds.findIndex((bound) => seconds <= bound);
    const bucket = within === -1 ? bounds.length : within;
    this.#durations[bucket] = (this.#durations[bucket] ?? 0) + 1;
    this.#seconds += seconds;
  }

  /** Counts an attempt to deliver a callback. */
  attempt(isDelivered: boolean): void {
    this.#attempts[isDelivered ? 'delivered' : 'failed'] += 1;
  }

  /**
   * Writes the text format of Prometheus, version 0.0.4.
   *
   * @param tallies the current numbers of orders and callbacks in the store
   */
  text({ payins, links, payouts, callbacks }: Tallies): string {
    const orders = Object.entries({ payin: payins, link: links, payout: payouts }).flatMap(([kind, states]) =>
      Object.entries(states).map(([status, count]): Sample => [{ kind, status }, count]),
    );
    const attempts = Object.entries(this.#attempts).map(([result, count]): Sample => [{ result }, count]);
    const requests = [...this.#requests.values()].map(({ labels, count }): Sample => [labels, count]);
    const pending = (callbacks.pending ?? 0) + (callbacks.delivering ?? 0);
    return [
      ...metric(
        'requests_total',
        'counter',
        'Requests of the wire API, by endpoint and HTTP status.',
        requests,
      ),
      ...this.#histogram(),
      ...metric('orders', 'gauge', 'Orders in the store, by kind and state.', orders),
      ...metric('callback_attempts_total', 'counter', 'Attempts to deliver a callback, by result.', attempts),
      ...metric('callbacks_pending', 'gauge', 'Callbacks that wait for an attempt or are being delivered.', [
        [{}, pending],
      ]),
      '',
    ].join('\n');
  }

  #histogram(): readonly string[] {
    let below = 0;
    const buckets = [...bounds, '+Inf'].map((le, at): Sample => {
      below += this.#durations[at] ?? 0;
      return [{ le }, below];
    });
    const name = 'request_duration_seconds';
    return [
      ...heading(name, 'histogram', 'Time from a request of the wire API to its response.'),
      ...buckets.map((sample) => line(`${name}_bucket`, sample)),
      line(`${name}_sum`, [{}, this.#seconds]),
      line(`${name}_count`, [{}, below]),
    ];
  }
}

type Sample = readonly [labels: Labels, value: number];

function metric(name: string, type: string, help: string, samples: readonly Sample[]): readonly string[] {
  return [...heading(name, type, help), ...samples.map((sample) => line(name, sample))];
}

function heading(name: string, type: string, help: string): readonly string[] {
  return [`# HELP inrgate_${name} ${help}`, `# TYPE inrgate_${name} ${type}`];
}

/** Formats a sample. Label values are endpoints, states and numbers, so they need no escapes. */
function line(name: string, [labels, value]: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
  return `inrgate_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}
