import { isList, type Route, route } from '../route.ts';
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
import { Statement } from './statement.tsx';
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

function Main() {
  const at = route.value;
  switch (at.view) {
    case 'faults':
      return <Faults />;
    case 'merchants':
      return <Merchants />;
    case 'ledger':
      return <Ledger />;
    case 'statement':
      return <Statement />;
    case 'settings':
      return <Settings />;
    default:
      return (
        <>
          <List />
          <Pane at={at} />
        </>
      );
  }
}

function Pane({ at }: { readonly at: Route }) {
  const { view, id } = at;
  if (id === null) return null;
  switch (view) {
    case 'payins':
    case 'payouts':
    case 'links':
      return <OrderDetail key={id} at={{ ...at, view, id }} />;
    case 'callbacks':
      return <CallbackDetail key={id} at={{ ...at, id }} />;
    case 'requests':
      return <RequestDetail key={id} at={{ ...at, id }} />;
    default:
      return null;
  }
}

function Notice() {
  const told = notice.value;
  return (
    <div class="notices" role="status">
      {told !== null && <p class={`notice ${told.kind}`}>{told.text}</p>}
    </div>
  );
}
