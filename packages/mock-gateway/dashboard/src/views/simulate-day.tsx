import { useRef, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { plural } from '../format.ts';
import { change } from '../live.ts';
import { type FormFields, fieldsOf, Input } from '../parts/form.tsx';
import type { SimulatedDay } from '../types.ts';
import { MerchantChoice } from './merchant-choice.tsx';

/** Button that simulates a day. A dialog first explains that the clock moves. */
export function SimulateDay() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const simulate = async ({ orders, mchId, seed }: FormFields) => {
    setBusy(true);
    const wanted = { orders: Number(orders), mchId, ...(seed !== undefined && { seed: Number(seed) }) };
    await change(told, () => call<SimulatedDay>('POST', '/simulation/day', wanted));
    setBusy(false);
  };
  return (
    <>
      <button type="button" disabled={busy} onClick={() => dialog.current?.showModal()}>
        {busy ? 'Simulating…' : 'Simulate a day…'}
      </button>
      <dialog ref={dialog} aria-labelledby="simulate-day-title">
        <h2 id="simulate-day-title">Simulate a merchant’s day?</h2>
        <p class="quiet">
          The clock moves to 23:45 of the next day, IST. Only a snapshot or a reset moves the clock back.
          Simulated customers also settle the open orders. The gateway sends the callbacks to your endpoint.
        </p>
        <form
          method="dialog"
          onSubmit={(event) => {
            void simulate(fieldsOf(event.currentTarget));
          }}
        >
          <div class="form">
            <MerchantChoice />
            <Input
              label="Orders"
              name="orders"
              type="number"
              min="1"
              max="20000"
              required
              defaultValue="300"
            />
            <Input label="Seed (empty: random)" name="seed" type="number" min="0" max="4294967295" />
          </div>
          <p class="moves">
            <button type="submit" class="strong">
              Simulate the day
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}

function told({ orders, date, seed, refused }: SimulatedDay) {
  const done = `${plural(orders, 'order')} on ${date}, seed ${seed}.`;
  const codes = Object.entries(refused).map(([code, count]) => `${code} ${count}`);
  return codes.length === 0
    ? done
    : ({ text: `${done} Rejected: ${codes.join(', ')}.`, kind: 'problem' } as const);
}
