import { isList, type Route, route, type View } from '../route.ts';
import type { ListKind } from '../search.ts';
import { access, notice } from '../store.ts';
import { CallbackDetail } from './callback-detail.tsx';
import { Faults } from './faults.tsx';
import { Ledger } from './ledger.tsx';
import { List } from './list.tsx';
import { Login } from './login.tsx';
import { Merchants } from './merchants.tsx';
import { OrderDetail } from './order-detail.tsx';
import { Rail } from './rail.tsx';
import { RequestDetail } from './request-detail.tsx';
import { Settings } from './settings.tsx';
import { TopBar } from './top-bar.tsx';

/** The whole page. Shows the login until the gateway accepts the token, then the view in the URL. */
export function App() {
  if (access.value === 'refused') return <Login />;
  const { view, id } = route.value;
  return (
    <div class="app">
      <TopBar />
      <Rail />
      <main class={isList(view) && id !== null ? 'split' : ''}>
        <Main />
      </main>
      <Notice />
    </div>
  );
}

/** Content of each view that is not a list. */
const pages = {
  faults: Faults,
  merchants: Merchants,
  ledger: Ledger,
  settings: Settings,
} as const satisfies Record<Exclude<View, ListKind>, unknown>;

function Main() {
  const { view, id, ...rest } = route.value;
  if (!isList(view)) {
    const Page = pages[view];
    return <Page />;
  }
  return (
    <>
      <List />
      {id !== null && <Pane key={id} at={{ view, id, ...rest }} />}
    </>
  );
}

function Pane({ at }: { readonly at: Route & { readonly view: ListKind; readonly id: string } }) {
  const { view } = at;
  if (view === 'callbacks') return <CallbackDetail at={at} />;
  if (view === 'requests') return <RequestDetail at={at} />;
  return <OrderDetail at={{ ...at, view }} />;
}

function Notice() {
  const told = notice.value;
  return (
    <div class="notices" role="status">
      {told !== null && <p class={`notice ${told.kind}`}>{told.text}</p>}
    </div>
  );
}
