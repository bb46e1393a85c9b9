import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type { Callback } from '../callbacks/callback.ts';
import type { CallbackEndEvent, CallbackHooks } from '../callbacks/handler-options.ts';
import type {
  AttemptEndEvent,
  CallEndEvent,
  ClientHooks,
  OrderAttemptEvent,
  OrderReference,
} from '../calls/hooks.ts';
import { isCallbackVerificationError } from '../errors/callback-errors.ts';
import { ConfigurationError, isApiError, isGatewayError } from '../errors/errors.ts';
import { checkOptions } from '../options/options.ts';

export interface OpenTelemetryOptions {
  /** Creates the tracer. The default is the global provider. */
  readonly tracerProvider?: TracerProvider | undefined;
}

/**
 * Creates hooks that write spans. Pass them as the option `hooks` of a `GatewayClient` and of a callback handler.
 *
 * Each call has one span, with a child span for each attempt. Each delivery of a callback has one span. The parent of
 * these spans is the active span. Spans contain the order numbers, but never a key, a signature or another parameter.
 *
 * ```ts
 * const hooks = openTelemetryHooks();
 * const client = new GatewayClient({ baseUrl, mchId, mchKey, mchSecret, hooks });
 * const handle = createCallbackHandler({ mchId, mchKey, mchSecret, onPayin, hooks });
 * ```
 */
export function openTelemetryHooks(
  options: OpenTelemetryOptions = {},
): Pick<ClientHooks, 'aroundCall' | 'aroundAttempt'> & CallbackHooks {
  checkOptions('openTelemetryHooks', options, { tracerProvider: true });
  const { tracerProvider = trace } = options;
  if (typeof tracerProvider?.getTracer !== 'function') {
    throw new ConfigurationError('tracerProvider must be a TracerProvider');
  }
  const tracer = tracerProvider.getTracer('@inrgate/sdk');
  return {
    aroundCall: ({ operation }, run) => inSpan(tracer, { name: `inrgate.${operation}`, run, end: endCall }),
    aroundAttempt: (event, run) =>
      inSpan(tracer, { ...attemptSpan(event), run, end: endAttempt, inside: suppressed }),
    aroundCallback: (_event, run) => inSpan(tracer, { name: 'inrgate.callback', run, end: endCallback }),
  };
}

interface Spanned<End> extends SpanOptions {
  readonly name: string;
  readonly run: () => Promise<End>;
  readonly end: (span: Span, ended: End) => void;
  readonly inside?: (context: Context) => Context;
}

/** Runs the work in a new span. The span is active during the work. */
async function inSpan<End>(
  tracer: Tracer,
  { name, run, end, inside = (unchanged) => unchanged, ...options }: Spanned<End>,
): Promise<void> {
  const span = tracer.startSpan(name, options);
  try {
    end(span, await context.with(inside(trace.setSpan(context.active(), span)), run));
  } finally {
    span.end();
  }
}

/** Key of `suppressTracing` in `@opentelemetry/core`. Context keys with the same description are equal. */
const suppressTracing = createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING');

/**
 * Disables the instrumentation of `fetch` for an attempt, because its span would repeat the attempt's span. For a link
 * query, `url.full` would also contain the key and the signature.
 */
function suppressed(active: Context): Context {
  return active.setValue(suppressTracing, true);
}

/** Span options that follow the semantic conventions for HTTP clients. */
function attemptSpan(event: OrderAttemptEvent): SpanOptions & { readonly name: string } {
  const { method, url, attempt, operation, order } = event;
  const { pathname, hostname, port, protocol } = new URL(url);
  return {
    name: `${method} ${pathname}`,
    kind: SpanKind.CLIENT,
    attributes: {
      'http.request.method': method,
      'url.full': url,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      ...(attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}),
      'inrgate.operation': operation,
      ...orderAttributes(order),
    },
  };
}

function endAttempt(span: Span, ended: AttemptEndEvent | undefined): void {
  const { status, outcome = 'unknown', code } = ended ?? {};
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  span.setAttribute('inrgate.outcome', outcome);
  if (outcome !== 'ok') fail(span, code ?? unnamedFailure(status));
}

/** Error type of an attempt whose response contains no error code of the API. */
function unnamedFailure(status: number | undefined): string {
  if (status === undefined) return 'no_response';
  return status >= 400 ? `${status}` : 'unexpected_response';
}

function endCall(span: Span, { operation, order, attempts, error }: CallEndEvent): void {
  span.setAttributes({
    'inrgate.operation': operation,
    'inrgate.attempts': attempts,
    'inrgate.outcome': error?.outcome ?? 'ok',
    ...orderAttributes(order),
  });
  if (error !== undefined) fail(span, typeOf(error), error.message);
}

function endCallback(span: Span, { status, callback, error }: CallbackEndEvent): void {
  span.setAttribute('http.response.status_code', status);
  if (callback !== undefined) span.setAttributes(callbackAttributes(callback));
  if (status === 200) return;
  // The error message of a merchant's function can contain keys and personal data, so the span omits it.
  fail(span, typeOf(error), isGatewayError(error) ? error.message : undefined);
}

function callbackAttributes(callback: Callback): Attributes {
  return {
    'inrgate.callback.kind': callback.kind,
    'inrgate.callback.test': callback.test,
    'inrgate.order.status': callback.status,
    ...orderAttributes(callback),
  };
}

function orderAttributes({ mchOrderNo, orderNo, linkCode, clientRef }: OrderReference): Attributes {
  const attributes = {
    'inrgate.mch_order_no': mchOrderNo,
    'inrgate.order_no': orderNo,
    'inrgate.link_code': linkCode,
    'inrgate.client_ref': clientRef,
  };
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value)) as Attributes;
}

function typeOf(error: unknown): string {
  if (isApiError(error)) return error.code;
  if (isCallbackVerificationError(error)) return error.reason;
  return error instanceof Error ? error.name : '_OTHER';
}

function fail(span: Span, type: string, message?: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(message === undefined ? {} : { message }) });
}
