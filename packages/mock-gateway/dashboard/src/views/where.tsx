import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import type { Where as Found } from '../types.ts';

/** The first failed step of an order and its fix, as `inrgate where` prints them. */
export function Where({ id }: { readonly id: string }) {
  const { data } = useAnswer<Found>(`/where/${segment(id)}`);
  if (data === null) return null;
  const { broken, warnings } = data;
  return (
    <>
      {broken === null ? (
        <p class="where well">No step failed.</p>
      ) : (
        <p class="where ill">
          <strong>Failed: {broken.what}</strong>
          <br />
          {broken.fix}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} class="where ill">
          {warning}
        </p>
      ))}
    </>
  );
}
