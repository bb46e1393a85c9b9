import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { repeating } from '../copy.ts';
import { moment } from '../format.ts';
import { CopyAs } from '../parts/copy-as.tsx';
import { Field, Fields, MonoFields } from '../parts/fields.tsx';
import { HttpStatus } from '../parts/status.tsx';
import { hrefOf, type Route, type View } from '../route.ts';
import { today } from '../store.ts';
import type { RequestInFull } from '../types.ts';
import { Detail } from './detail.tsx';
import { Exchange } from './raw.tsx';
import { RequestSignature } from './signature.tsx';

/** A request of the wire API, its response and the signed string. */
export function RequestDetail({ at }: { readonly at: Route & { readonly id: string } }) {
  const answered = useAnswer<RequestInFull>(`/requests/${segment(at.id)}`);
  return (
    <Detail
      at={at}
      title={at.id}
      answered={answered}
      badge={({ status }) => <HttpStatus of={status} />}
      tools={(request) => <Repeat request={request} />}
      tabs={{
        summary: (request) => <Summary request={request} />,
        raw: ({ exchange }) => <Exchange {...exchange} />,
        signature: (request) => <RequestSignature request={request} />,
      }}
    />
  );
}

function Repeat({ request }: { readonly request: RequestInFull }) {
  const key = request.signature?.key ?? null;
  const recipes = repeating({ ...request, signedWith: key }, location.origin);
  return recipes === null ? null : <CopyAs recipes={recipes} />;
}

/** Returns the list of the order by the endpoint, or by the signing key of a query (spec: Authentication 2). */
function viewOf({ endpoint, signature }: RequestInFull): View {
  if (endpoint === 'create-link' || endpoint === 'link-status') return 'links';
  return endpoint === 'payout' || signature?.key === 'mchSecret' ? 'payouts' : 'payins';
}

function Summary({ request }: { readonly request: RequestInFull }) {
  const { method, path, error, ip, mchId, orderNo, time, durationMs, parameters } = request;
  const { diagnosis, explanation, fault, warnings } = request;
  return (
    <>
      {diagnosis !== null && (
        <p class="verdict ill">
          The signature is wrong.{' '}
          <a href={hrefOf({ view: 'requests', id: request.id, tab: 'signature' })}>See the string to sign</a>
        </p>
      )}
      {explanation !== null && <p class="verdict ill">{explanation}</p>}
      {fault !== null && (
        <p class="verdict ill">
          Fault {fault.id}: {fault.note}.
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="verdict ill">
          {warning}
        </p>
      ))}
      <Fields>
        <MonoFields of={{ Request: `${method} ${path}`, Error: error }} />
        <Field name="Order" mono>
          {orderNo !== null && <a href={hrefOf({ view: viewOf(request), id: orderNo })}>{orderNo}</a>}
        </Field>
        <Field name="Merchant">{mchId}</Field>
        <MonoFields of={{ From: ip }} />
        <Field name="Time">{moment(time, today.value)}</Field>
        <Field name="Took">{durationMs.toFixed(2)} ms</Field>
      </Fields>
      <h3>Parameters</h3>
      <Fields>
        <MonoFields
          of={Object.fromEntries(
            Object.entries(parameters).map(([name, value]) => [name, value || '(empty)']),
          )}
        />
      </Fields>
    </>
  );
}
