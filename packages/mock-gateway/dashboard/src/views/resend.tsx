import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call, keyless, segment } from '../api.ts';
import { change } from '../live.ts';
import { Form, type FormFields, Input } from '../parts/form.tsx';
import type { Callback, Merchant, Order, OrderKind } from '../types.ts';

/** Re-sends the order's latest callback (spec: Delivery rules 4) and reports its URL and result. */
export function resendTo(kind: OrderKind, id: string, to?: string): Promise<boolean> {
  return change(toldOf, () =>
    call<Callback>('POST', `/${kind}/${segment(id)}/resend`, to === undefined ? {} : { to }),
  );
}

function toldOf({ attempts }: Callback) {
  const last = attempts.at(-1);
  if (last === undefined || last.ok) return `The callback was re-sent to ${last?.url}.`;
  const text = `The callback was re-sent to ${last.url} but not acknowledged: ${last.reason}`;
  return { text, kind: 'problem' } as const;
}

export interface ResendProps {
  readonly kind: OrderKind;
  readonly id: string;
  readonly order: Order;
  readonly label?: string;
}

/** Button with a dialog for the URL, by default the current URL of the callback. */
export function Resend({ kind, id, order, label = 'Re-send callback…' }: ResendProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && <Destination kind={kind} id={id} order={order} onSent={() => setOpen(false)} />}
    </>
  );
}

function Destination({ kind, id, order, onSent }: ResendProps & { readonly onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const { data: merchant } = useAnswer<Merchant>(`/merchants/${segment(order.mchId)}`, keyless);
  if (merchant === null) return null;
  const { url, label } = targetOf(kind, order, merchant);
  const send = async ({ to }: FormFields) => {
    setBusy(true);
    const sent = await resendTo(kind, id, to === url ? undefined : to);
    setBusy(false);
    if (sent) onSent();
  };
  return (
    <Form class="question" onSend={send}>
      <Input
        label={label}
        name="to"
        type="url"
        required={url === null}
        defaultValue={url ?? ''}
        placeholder={url ?? 'http://'}
      />
      <button type="submit" class="strong" disabled={busy}>
        Re-send
      </button>
    </Form>
  );
}

/** Returns the default URL by the gateway's rules (src/domain/callback-target.ts). */
function targetOf(kind: OrderKind, order: Order, { callbackUrl }: Merchant) {
  const own = 'notifyUrl' in order ? order.notifyUrl : null;
  if (own !== null) return { url: own, label: 'Send the callback to the order’s own URL' };
  if (kind === 'links' || callbackUrl === null)
    return { url: null, label: 'Enter a URL, because the order has no callback URL' };
  return { url: callbackUrl, label: 'Send the callback to the merchant’s saved URL' };
}
