import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call } from '../api.ts';
import { moment, visible } from '../format.ts';
import {
  checkLanguages,
  completedOf,
  groupedExchanges,
  inReadingOrder,
  outcomeOf,
  tallyOf,
} from '../found.ts';
import { refreshNow } from '../live.ts';
import { Field, Fields, MonoFields } from '../parts/fields.tsx';
import { Form, type FormFields } from '../parts/form.tsx';
import { Status } from '../parts/status.tsx';
import { Switch } from '../parts/switch.tsx';
import { attempt, today } from '../store.ts';
import type { CaseOfCheck, EndpointCheck } from '../types.ts';
import type { TestEndpointProps } from './test-endpoint.tsx';

const kinds = { payin: 'Pay-ins', payout: 'Payouts', link: 'Links' } as const;

/** Shows a webhook check live, case by case. */
export function CheckEndpoint({ merchant, path }: TestEndpointProps) {
  const { data: check } = useAnswer<EndpointCheck>(`${path}/check-callback`);
  const [asked, setAsked] = useState(false);
  const start = async (fields: FormFields) => {
    setAsked(true);
    await attempt(outcomeOf, () => call<EndpointCheck>('POST', `${path}/check-callback`, wantedOf(fields)));
    await refreshNow();
    setAsked(false);
  };
  const stop = () => attempt('The check was stopped.', () => call('DELETE', `${path}/check-callback`));
  const saved = merchant.callbackUrl !== null;
  const isRunning = check?.state === 'running';
  return (
    <section class="card checked" aria-labelledby="check-title">
      <h2 id="check-title">Check webhook</h2>
      <p class="quiet">
        Sends valid and forged callbacks to the saved callback URL, in every sequence and ten simultaneously.
        The check verifies the responses. With a probe, the check also verifies the credited amounts. Use the
        check only with a test shop.
      </p>
      <Form class="check" onSend={start}>
        <fieldset class="switches" aria-label="Kinds of callbacks to send">
          {Object.entries(kinds).map(([kind, label]) => (
            <Switch key={kind} name={kind} label={label} on={kind !== 'link'} />
          ))}
        </fieldset>
        {addresses.map(({ name, title, placeholder }) => (
          <label key={name} class="probe">
            <span>{title}</span>
            <input name={name} type="url" placeholder={placeholder} />
          </label>
        ))}
        <label class="probe">
          <span>Amount of the orders, INR</span>
          <input name="amount" inputMode="decimal" placeholder="500.37" />
        </label>
        <label class="probe">
          <span>Language of the fixes</span>
          <select name="language">
            <option value="">none: only text</option>
            {Object.entries(checkLanguages).map(([language, label]) => (
              <option key={language} value={language}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <p>
          <button type="submit" disabled={!saved || isRunning || asked}>
            {isRunning || asked ? 'Checking…' : 'Check webhook'}
          </button>{' '}
          <button type="button" disabled={!isRunning} onClick={stop}>
            Stop
          </button>{' '}
          {!saved && <span class="quiet">Save a callback URL first.</span>}
        </p>
      </Form>
      {check !== null && check.state !== 'none' && <Report check={check} />}
    </section>
  );
}

/** URLs of the shop. Their names are the options of `inrgate check webhook`. */
const addresses = [
  {
    name: 'createOrder',
    title: (
      <>
        Order creation URL: <code>POST</code> of <code>{'{"kind", "mchOrderNo", "amount"}'}</code> returns{' '}
        <code>{'{"mchOrderNo"}'}</code>
      </>
    ),
    placeholder: 'none: the order numbers are CHECK-…',
  },
  {
    name: 'probe',
    title: (
      <>
        Probe URL: <code>?mchOrderNo=…</code> returns <code>{'{"count": 1, "amount": "500.37"}'}</code>
      </>
    ),
    placeholder: 'none: the check verifies only the responses',
  },
  {
    name: 'payoutProbe',
    title: (
      <>
        Payout probe URL: returns <code>{'{"count": 1, "amount": "500.37", "status": "success"}'}</code>
      </>
    ),
    placeholder: 'none: the check does not verify stored payouts',
  },
] as const;

function wantedOf({ payin, payout, link, ...others }: FormFields): object {
  const wanted = { payin, payout, link } satisfies Record<keyof typeof kinds, unknown>;
  return { kinds: Object.keys(kinds).filter((kind) => wanted[kind as keyof typeof kinds]), ...others };
}

function Report({ check }: { readonly check: EndpointCheck }) {
  const { state, checks, startedAt, url, message, failed } = check;
  const mood = state === 'failed' || failed > 0 ? 'ill' : state === 'done' ? 'well' : '';
  const completed = completedOf(check);
  return (
    <>
      {state === 'running' && (
        <p class="progress">
          <progress value={completed} max={checks.length} aria-label="Completed cases" />
          <span class="mono">
            {completed} of {checks.length}
          </span>
        </p>
      )}
      <p class={`verdict ${mood}`} role={state === 'running' ? undefined : 'status'}>
        {message !== null && `${message} `}
        {state !== 'failed' && tallyOf(check)}
      </p>
      <p class="quiet where">
        {startedAt !== null && moment(startedAt, today.value)} at <code>{url}</code>
      </p>
      {state !== 'failed' && (
        <ul class="cases" aria-label="Cases">
          {inReadingOrder(check).map((one) => (
            <Case key={one.id} of={one} />
          ))}
        </ul>
      )}
    </>
  );
}

/** One case and its status. The details show the exchanges, the reason why the case is important, and the fix. */
function Case({ of: one }: { readonly of: CaseOfCheck }) {
  const { id, title, status, message, why, fix, exchanges } = one;
  const head = (
    <>
      <Status of={status} /> <span class="title">{title}</span>
    </>
  );
  if (message === '') return <li class="waiting">{head}</li>;
  return (
    <li>
      <details>
        <summary>{head}</summary>
        <Fields>
          <Field name="found">{visible(message)}</Field>
          {exchanges.length > 0 && (
            <Field name="requests and responses">
              <ol>
                {groupedExchanges(exchanges).map(({ sent, received, times }, at) => (
                  <li key={at}>
                    {times > 1 && `${times} × `}
                    {visible(sent)}: <code>{visible(received)}</code>
                  </li>
                ))}
              </ol>
            </Field>
          )}
          <Field name="why it matters">{why}</Field>
          <Field name="how to fix it">{fix}</Field>
          <MonoFields of={{ case: id }} />
        </Fields>
      </details>
    </li>
  );
}
