import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { repeating } from '../copy.ts';
import { moment } from '../format.ts';
import { CopyAs } from '../parts/copy-as.tsx';
import { Field, Fields } from '../parts/fields.tsx';
import { HttpStatus } from '../parts/status.tsx';
import { hrefOf, type Route, type Tab, type View } from '../route.ts';
import { today } from '../store.ts';
import type { RequestInFull } from '../types.ts';
import { Detail } from './detail.tsx';
import { Exchange } from './raw.tsx';
import { RequestSignature } from './signature.tsx';

const tabs: readonly Tab[] = ['summary', 'raw', 'signature'];

/** A request of the wire API, its response and the signed string. */
export function RequestDetail({ at }: { readonly at: Route & { readonly id: string } }) {
  const answered = useAnswer<RequestInFull>(`/requests/${segment(at.id)}`);
  return (
    <Detail
      at={at}
      title={at.id}
      answered={answered}
      tabs={tabs}
      badge={({ status }) => <HttpStatus of={status} />}
      tools={(request) => <Repeat request={request} />}
    >
      {(request) => {
        if (at.tab === 'raw') return <Exchange {...request.exchange} />;
        if (at.tab === 'signature') return <RequestSignature request={request} />;
        return <Summary request={request} />;
      }}
    </Detail>
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
  const { diagnosis, explanation } = request;
  return (
    <>
      {diagnosis !== null && (
        <p class="verdict ill">
          The signature is wrong.{' '}
          <a href={hrefOf({ view: 'requests', id: request.id, tab: 'signature' })}>See the string to sign</a>
        </p>
      )}
      {explanation !== null && <p class="verdict ill">{explanation}</p>}
      <Fields>
        <Field name="Request" mono>
          {method} {path}
        </Field>
        <Field name="Error" mono>
          {error}
        </Field>
        <Field name="Order" mono>
          {orderNo !== null && <a href={hrefOf({ view: viewOf(request), id: orderNo })}>{orderNo}</a>}
        </Field>
        <Field name="Merchant">{mchId}</Field>
        <Field name="From" mono>
          {ip}
        </Field>
        <Field name="Time">{moment(time, today.value)}</Field>
        <Field name="Took">{durationMs.toFixed(2)} ms</Field>
      </Fields>
      <h3>Parameters</h3>
      <Fields>
        {Object.entries(parameters).map(([name, value]) => (
          <Field key={name} name={name} mono>
            {value === '' ? '(empty)' : value}
          </Field>
        ))}
      </Fields>
    </>
  );
}
