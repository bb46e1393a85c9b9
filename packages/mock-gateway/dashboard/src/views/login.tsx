import { hasToken, keepToken } from '../api.ts';
import { Failure } from '../parts/failure.tsx';
import { Form, Input } from '../parts/form.tsx';

/**
 * Form for the token. If external clients can reach the gateway, the page shows no data without the token (contract:
 * Control API).
 */
export function Login() {
  return (
    <main class="login">
      <Form
        class="card"
        onSend={({ token = '' }) => {
          keepToken(token);
          location.reload();
        }}
      >
        <h1>inrgate mock gateway</h1>
        <p>
          External clients can reach this gateway, so it requires the control token that{' '}
          <code>--control-token</code> sets. This page keeps the token until you close the tab.
        </p>
        {hasToken() && <Failure text="The control token is wrong." />}
        <Input label="Control token" name="token" type="password" required autocomplete="off" />
        <button type="submit" class="strong">
          Open
        </button>
      </Form>
    </main>
  );
}
