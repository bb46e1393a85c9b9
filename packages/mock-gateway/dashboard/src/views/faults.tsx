import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call, segment } from '../api.ts';
import { command } from '../copy.ts';
import { actionText, endpoints, meaningsAt, readFault, scopeText } from '../fault-form.ts';
import { refreshNow } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { attempt } from '../store.ts';
import type { Fault, Page } from '../types.ts';

/** Injected faults, and the form that adds a fault. */
export function Faults() {
  const { data } = useAnswer<Page<Fault>>('/faults');
  const faults = data?.items ?? [];
  return (
    <section class="page" aria-labelledby="faults-title">
      <header>
        <h1 id="faults-title">Faults</h1>
        {faults.length > 0 && (
          <button
            type="button"
            class="danger"
            onClick={() => change('All faults are removed.', 'DELETE', '/faults')}
          >
            Remove all
          </button>
        )}
      </header>
      <FaultForm />
      {data !== null && faults.length === 0 && (
        <Empty
          title="No faults yet"
          text="If several faults match a request or a callback, only the first applies. Add a fault above, or run:"
          command={command(
            'inrgate mock fault add --endpoint payin --phase after --action drop --times 1',
            location,
          )}
        />
      )}
      <ul class="cards">
        {faults.map((fault) => (
          <FaultCard key={fault.id} fault={fault} />
        ))}
      </ul>
    </section>
  );
}

function change(done: string, method: 'POST' | 'DELETE', path: string, body?: object): Promise<boolean> {
  return attempt(done, async () => {
    await call(method, path, body);
    await refreshNow();
  });
}

function FaultCard({ fault }: { readonly fault: Fault }) {
  return (
    <li class="card line">
      <span>
        <strong class="mono">{fault.endpoint}</strong> {fault.phase !== undefined && <em>{fault.phase}</em>}{' '}
        <span class="status ill">{actionText(fault)}</span>
        <br />
        <span class="quiet">
          {scopeText(fault)} · {fault.id}
        </span>
      </span>
      <button
        type="button"
        aria-label={`Remove ${fault.id}`}
        onClick={() => change('The fault is removed.', 'DELETE', `/faults/${segment(fault.id)}`)}
      >
        Remove
      </button>
    </li>
  );
}

function FaultForm() {
  const [endpoint, setEndpoint] = useState('payin');
  const [chosen, setKind] = useState('status');
  const meanings: Readonly<Record<string, string>> = meaningsAt(endpoint);
  const kinds = Object.keys(meanings);
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? '');
  return (
    <form
      class="card form"
      aria-label="Add a fault"
      onSubmit={(event) => {
        event.preventDefault();
        void change('The fault is active.', 'POST', '/faults', readFault(new FormData(event.currentTarget)));
      }}
    >
      <label>
        Endpoint
        <select name="endpoint" value={endpoint} onChange={(event) => setEndpoint(event.currentTarget.value)}>
          {endpoints.map((name) => (
            <option key={name} value={name}>
              {name === '*' ? '* (every call)' : name}
            </option>
          ))}
        </select>
      </label>
      {endpoint !== 'callback' && (
        <label>
          Phase
          <select name="phase">
            <option value="before">before processing</option>
            <option value="after">after processing</option>
          </select>
        </label>
      )}
      <label>
        Kind of fault
        <select name="kind" value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          {kinds.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ActionFields kind={kind} />
      <label>
        Merchant
        <input name="mchId" placeholder="all merchants" />
      </label>
      <label>
        mchOrderNo
        <input name="mchOrderNo" placeholder="all order numbers" />
      </label>
      <label>
        Times
        <input name="times" type="number" min="1" max="1000000" placeholder="until removed" />
      </label>
      <label>
        Probability
        <input name="probability" type="number" min="0" max="1" step="0.01" placeholder="1" />
      </label>
      <p class="form-end">
        <button type="submit" class="strong">
          Add fault
        </button>
        <span class="quiet">{meanings[kind]}</span>
      </p>
    </form>
  );
}

function ActionFields({ kind }: { readonly kind: string }) {
  if (kind === 'delay') {
    return (
      <label>
        Milliseconds
        <input name="ms" type="number" min="0" max="600000" required defaultValue="2000" />
      </label>
    );
  }
  if (kind !== 'status') return null;
  return (
    <>
      <label>
        HTTP status
        <input name="status" type="number" min="400" max="599" required defaultValue="503" />
      </label>
      <label>
        Error code
        <input name="error" placeholder="default error code of the status" />
      </label>
      <label>
        Retry-After (s)
        <input name="retryAfter" type="number" min="0" max="86400" placeholder="none" />
      </label>
    </>
  );
}
