import { useRef, useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call, segment } from '../api.ts';
import { moment, plural } from '../format.ts';
import { change } from '../live.ts';
import { Failure } from '../parts/failure.tsx';
import { Form, type FormFields, Input } from '../parts/form.tsx';
import { today } from '../store.ts';
import type { Page, Snapshot } from '../types.ts';

/** The saved snapshots of the gateway, with buttons that save, restore and remove them. */
export function Snapshots() {
  const { data, error } = useAnswer<Page<Snapshot>>('/snapshots');
  const save = ({ name = '' }: FormFields, form: HTMLFormElement) =>
    change('The snapshot is saved.', async () => {
      await call('POST', '/snapshots', { name });
      form.reset();
    });
  return (
    <section class="card" aria-labelledby="snapshots-title">
      <h2 id="snapshots-title">Snapshots</h2>
      <p class="quiet">
        A snapshot contains every order, the ledger, callbacks, merchants, settings and the clock.
      </p>
      {error !== null && <Failure text={error} />}
      <Form class="question" onSend={save}>
        <Input label="Name" name="name" required maxLength={64} placeholder="fixtures" autocomplete="off" />
        <button type="submit">Save snapshot</button>
      </Form>
      <ul class="lines">
        {data?.items.map((snapshot) => (
          <Line key={snapshot.name} snapshot={snapshot} />
        ))}
      </ul>
    </section>
  );
}

function Line({ snapshot: { name, createdAt, orders } }: { readonly snapshot: Snapshot }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<'Restore' | 'Remove'>('Restore');
  const ask = (what: typeof asked) => {
    setAsked(what);
    dialog.current?.showModal();
  };
  const path = `/snapshots/${segment(name)}`;
  const act = () =>
    asked === 'Restore'
      ? change('The snapshot is restored.', () => call('POST', `${path}/restore`))
      : change('The snapshot is removed.', () => call('DELETE', path));
  return (
    <li class="snapshot">
      <span>
        <strong class="mono">{name}</strong>{' '}
        <span class="quiet">
          {plural(orders, 'order')}, {moment(createdAt, today.value)}
        </span>
      </span>
      <span class="moves">
        <button type="button" class="small" aria-label={`Restore ${name}`} onClick={() => ask('Restore')}>
          Restore…
        </button>
        <button type="button" class="small" aria-label={`Remove ${name}`} onClick={() => ask('Remove')}>
          Remove…
        </button>
      </span>
      <dialog ref={dialog} aria-label={`${asked} ${name}`}>
        <h2>
          {asked} the snapshot {name}?
        </h2>
        <p class="quiet">
          {asked === 'Restore'
            ? 'The restore discards all later orders, callbacks, merchants and settings. The clock also moves back.'
            : 'The current state of the gateway stays unchanged.'}
        </p>
        <form method="dialog" class="moves">
          <button type="submit" class="danger" onClick={act}>
            {asked}
          </button>
          <button type="submit">Cancel</button>
        </form>
      </dialog>
    </li>
  );
}
