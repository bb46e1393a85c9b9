import { useRef, useState } from 'preact/hooks';
import { call, segment } from '../api.ts';
import { repeating } from '../copy.ts';
import { pretty } from '../format.ts';
import { change } from '../live.ts';
import { CopyAs } from '../parts/copy-as.tsx';
import { Form, type FormFields, Input } from '../parts/form.tsx';
import { HttpStatus } from '../parts/status.tsx';
import { hrefOf } from '../route.ts';
import type { RequestInFull } from '../types.ts';
import { MerchantChoice } from './merchant-choice.tsx';

interface Asked {
  readonly name: string;
  readonly label: string;
  readonly required?: true;
  readonly placeholder?: string;
}

const amount = { name: 'amount', label: 'Amount (₹)', required: true, placeholder: '500.00' } as const;
const mchOrderNo = { name: 'mchOrderNo', label: 'Order number (empty: generated)' } as const;

const kinds = {
  payins: {
    noun: 'pay-in',
    fields: [
      amount,
      mchOrderNo,
      { name: 'notifyUrl', label: 'notifyUrl (empty: the saved URL)' },
      { name: 'extra', label: 'extra' },
    ],
  },
  payouts: {
    noun: 'payout',
    fields: [
      amount,
      mchOrderNo,
      { name: 'upiId', label: 'UPI ID', required: true, placeholder: 'asha@okbank' },
    ],
  },
} as const satisfies Record<string, { readonly noun: string; readonly fields: readonly Asked[] }>;

/** Kinds of order that this page creates. */
type NewOrderKind = keyof typeof kinds;

/** Sends a request as the merchant. The gateway signs the request, so this page never receives the keys. */
export function NewOrder({ kind }: { readonly kind: NewOrderKind }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [sent, setSent] = useState<RequestInFull | null>(null);
  const [busy, setBusy] = useState(false);
  const { noun, fields } = kinds[kind];
  const send = async ({ mchId = '', ...params }: FormFields) => {
    setBusy(true);
    await change(
      ({ status }) =>
        status < 400
          ? `The ${noun} is created.`
          : { text: `The gateway rejected the ${noun}.`, kind: 'problem' },
      async () => {
        const request = await call<RequestInFull>('POST', `/merchants/${segment(mchId)}/${kind}`, params);
        setSent(request);
        return request;
      },
    );
    setBusy(false);
  };
  const title = `new-${kind}-title`;
  return (
    <>
      <button
        type="button"
        class="strong"
        onClick={() => {
          setSent(null);
          dialog.current?.showModal();
        }}
      >
        New {noun}
      </button>
      <dialog ref={dialog} class="new-order" aria-labelledby={title}>
        <h2 id={title}>New {noun}</h2>
        <p class="quiet">
          The gateway signs the request with the merchant’s key and sends it from an IP address on its
          allow-list.
        </p>
        <Form onSend={send}>
          <div class="form">
            <MerchantChoice />
            {fields.map(({ name, ...rest }) => (
              <Input key={name} name={name} autocomplete="off" {...rest} />
            ))}
          </div>
          <p class="moves">
            <button type="submit" class="strong" disabled={busy}>
              Create the {noun}
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </p>
        </Form>
        {sent !== null && <Sent request={sent} kind={kind} onOpen={() => dialog.current?.close()} />}
      </dialog>
    </>
  );
}

interface SentProps {
  readonly request: RequestInFull;
  readonly kind: NewOrderKind;
  readonly onOpen: () => void;
}

function Sent({ request, kind, onOpen }: SentProps) {
  const { id, status, error, orderNo, exchange, fault } = request;
  const recipes = repeating(
    { ...request, signedWith: kind === 'payins' ? 'mchKey' : 'mchSecret' },
    location.origin,
  );
  const to = orderNo === null ? hrefOf({ view: 'requests', id }) : hrefOf({ view: kind, id: orderNo });
  return (
    <section class="sent" aria-live="polite">
      <p>
        <HttpStatus of={status} /> {error !== null && <code>{error}</code>} {fault?.note}{' '}
        <a href={to} onClick={onOpen}>
          {orderNo ?? 'Reason for the rejection'}
        </a>
      </p>
      <p class="mono">{exchange.request.line}</p>
      <pre>{pretty(exchange.request.body)}</pre>
      {recipes !== null && <CopyAs recipes={recipes} />}
    </section>
  );
}
