import { hasToken, keepToken } from '../api.ts';
import { Failure } from '../parts/failure.tsx';

/** On an address that others can reach, nothing is shown without the token (contract: Control API). */
export function Login() {
  return (
    <main class="login">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          keepToken(String(new FormData(event.currentTarget).get('token') ?? ''));
          location.reload();
        }}
      >
        <h1>inrgate mock gateway</h1>
        <p>
          Others can reach this address, so the gateway asks for its control token:{' '}
          <code>--control-token</code> of <code>inrgate serve</code>. It is kept until this tab is closed.
        </p>
        {hasToken() && <Failure text="That is not its token." />}
        <label>
          Control token
          <input name="token" type="password" required autocomplete="off" />
        </label>
        <button type="submit" class="strong">
          Open
        </button>
      </form>
    </main>
  );
}
