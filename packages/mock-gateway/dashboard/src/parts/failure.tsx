/** What went wrong while something was fetched. */
export function Failure({ text }: { readonly text: string }) {
  return (
    <p class="failure" role="alert">
      {text}
    </p>
  );
}
