import { useAnswer } from '../answer.ts';
import { call, keyless, segment } from '../api.ts';
import { moment, rupees } from '../format.ts';
import { change } from '../live.ts';
import { Choice } from '../parts/choice.tsx';
import { amountPattern, Form, type FormFields, Input } from '../parts/form.tsx';
import { Switch } from '../parts/switch.tsx';
import { hrefOf } from '../route.ts';
import { today } from '../store.ts';
import type { Merchant, Notification, Page, Wallet } from '../types.ts';
import { CheckEndpoint } from './check-endpoint.tsx';
import { TestEndpoint } from './test-endpoint.tsx';

/** Settings of a merchant: "Basic Information", the test and the check of its endpoint, and notifications. */
export function MerchantPanel({ merchant }: { readonly merchant: Merchant }) {
  const path = `/merchants/${segment(merchant.mchId)}`;
  return (
    <div class="panel">
      <Basics merchant={merchant} path={path} />
      <div>
        <WalletCard path={path} mchId={merchant.mchId} />
        <TestEndpoint merchant={merchant} path={path} />
        <Notifications path={path} />
      </div>
      <CheckEndpoint merchant={merchant} path={path} />
    </div>
  );
}

interface CardProps {
  readonly merchant: Merchant;
  readonly path: string;
}

const formats = { json: 'JSON', form: 'form' } as const;

const limitNames = {
  payinMin: 'Pay-in minimum',
  payinMax: 'Pay-in maximum',
  payoutMin: 'Payout minimum',
  payoutMax: 'Payout maximum',
  payoutDaily: 'Daily payout limit',
} as const;
type LimitName = keyof typeof limitNames;

function Basics({ merchant, path }: CardProps) {
  return (
    <Form
      class="card form"
      aria-labelledby="basics-title"
      onSend={(fields) => change('Saved.', () => call('PATCH', path, readBasics(fields), keyless))}
    >
      <h2 id="basics-title">
        Basic information <span class="mono quiet">{merchant.mchId}</span>
      </h2>
      <label class="wide">
        Callback URL
        <input
          name="callbackUrl"
          type="url"
          defaultValue={merchant.callbackUrl ?? ''}
          placeholder="none saved"
        />
      </label>
      <label class="wide">
        IP allow-list, one IP address or CIDR block per line (payouts require at least one)
        <textarea name="ipAllowList" rows={3} defaultValue={merchant.ipAllowList.join('\n')} />
      </label>
      <Choice
        name="callbackFormat"
        label="Callback format"
        chosen={merchant.callbackFormat}
        options={formats}
      />
      <Switch name="inrEnabled" label="INR enabled" on={merchant.inrEnabled} />
      <Switch name="usdtEnabled" label="USDT enabled" on={merchant.usdtEnabled} />
      <Switch name="suspended" label="Suspended" on={merchant.suspended} />
      {(Object.keys(limitNames) as LimitName[]).map((name) => (
        <Input
          key={name}
          label={`${limitNames[name]} (₹)`}
          name={name}
          pattern={amountPattern}
          required
          defaultValue={merchant.limits[name]}
        />
      ))}
      <p class="form-end">
        <button type="submit" class="strong">
          Save
        </button>
        <span class="quiet">
          To see the merchant’s keys, run <code>inrgate mock merchants --json</code>.
        </span>
      </p>
    </Form>
  );
}

function readBasics(fields: FormFields): object {
  const { callbackUrl = null, callbackFormat, ipAllowList = '' } = fields;
  return {
    callbackUrl,
    callbackFormat,
    ipAllowList: ipAllowList.split(/[\s,]+/).filter((entry) => entry !== ''),
    inrEnabled: 'inrEnabled' in fields,
    usdtEnabled: 'usdtEnabled' in fields,
    suspended: 'suspended' in fields,
    limits: Object.fromEntries(Object.keys(limitNames).map((name) => [name, fields[name]])),
  };
}

function WalletCard({ path, mchId }: { readonly path: string; readonly mchId: string }) {
  const { data } = useAnswer<Wallet>(`${path}/wallet`);
  const credit = (fields: FormFields, form: HTMLFormElement) =>
    change('The wallet was topped up.', async () => {
      await call('POST', `${path}/credit`, fields);
      form.reset();
    });
  return (
    <section class="card" aria-labelledby="wallet-title">
      <h2 id="wallet-title">
        Wallet <a href={hrefOf({ view: 'ledger', id: mchId })}>Ledger</a>
      </h2>
      {data !== null && (
        <ul class="figures">
          <Figure name="available" amount={data.available} />
          <Figure name="held" amount={data.frozen} />
          <Figure name="total" amount={data.total} />
        </ul>
      )}
      <Form class="question" onSend={credit}>
        <Input label="Top up (₹)" name="amount" pattern={amountPattern} required placeholder="1000.00" />
        <button type="submit">Top up</button>
      </Form>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly amount: string;
  readonly meaning?: string | undefined;
}

export function Figure({ name, amount, meaning }: FigureProps) {
  return (
    <li>
      <span class="quiet">{name}</span>
      <strong class="mono">{rupees(amount)}</strong>
      {meaning !== undefined && <small>{meaning}</small>}
    </li>
  );
}

function Notifications({ path }: { readonly path: string }) {
  const { data } = useAnswer<Page<Notification>>(`${path}/notifications`);
  const notes = data?.items ?? [];
  return (
    <section class="card" aria-labelledby="notes-title">
      <h2 id="notes-title">Notifications</h2>
      {notes.length === 0 && <p class="quiet">No callback delivery failed permanently.</p>}
      <ul class="lines">
        {notes.map(({ id, at, message, callbackId }) => (
          <li key={id}>
            <span class="mono quiet">{moment(at, today.value)}</span> {message}{' '}
            <a href={hrefOf({ view: 'callbacks', id: callbackId })}>Show the callback</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
