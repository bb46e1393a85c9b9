import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { call, segment } from '../api.ts';
import { command } from '../copy.ts';
import { actionText, readFault, scopeText } from '../fault-form.ts';
import { change } from '../live.ts';
import { Empty } from '../parts/empty.tsx';
import { Form, Input } from '../parts/form.tsx';
import { faultEffects, faultEndpoints } from '../tables.ts';
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
            onClick={() => change('All faults are removed.', () => call('DELETE', '/faults'))}
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
        onClick={() => change('The fault is removed.', () => call('DELETE', `/faults/${segment(fault.id)}`))}
      >
        Remove
      </button>
    </li>
  );
}

function FaultForm() {
  const [endpoint, setEndpoint] = useState('payin');
  const [chosen, setKind] = useState('status');
  const meanings: Readonly<Record<string, string>> = faultEffects(endpoint);
  const kinds = Object.keys(meanings);
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? '');
  return (
    <Form
      class="card form"
      aria-label="Add a fault"
      onSend={(fields) => change('The fault is active.', () => call('POST', '/faults', readFault(fields)))}
    >
      <label>
        Endpoint
        <select name="endpoint" value={endpoint} onChange={(event) => setEndpoint(event.currentTarget.value)}>
          {faultEndpoints.map((name) => (
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
      <Input label="Merchant" name="mchId" placeholder="all merchants" />
      <Input label="mchOrderNo" name="mchOrderNo" placeholder="all order numbers" />
      <Input label="Times" name="times" type="number" min="1" max="1000000" placeholder="until removed" />
      <Input
        label="Probability"
        name="probability"
        type="number"
        min="0"
        max="1"
        step="0.01"
        placeholder="1"
      />
      <p class="form-end">
        <button type="submit" class="strong">
          Add fault
        </button>
        <span class="quiet">{meanings[kind]}</span>
      </p>
    </Form>
  );
}

function ActionFields({ kind }: { readonly kind: string }) {
  if (kind === 'delay') {
    return (
      <Input label="Milliseconds" name="ms" type="number" min="0" max="600000" required defaultValue="2000" />
    );
  }
  if (kind !== 'status') return null;
  return (
    <>
      <Input
        label="HTTP status"
        name="status"
        type="number"
        min="400"
        max="599"
        required
        defaultValue="503"
      />
      <Input label="Error code" name="error" placeholder="default error code of the status" />
      <Input label="Retry-After (s)" name="retryAfter" type="number" min="0" max="86400" placeholder="none" />
    </>
  );
}
