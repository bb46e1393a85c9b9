/** Shows the error of a failed fetch. */
export function Failure({ text }: { readonly text: string }) {
  return (
    <p class="failure" role="alert">
      {text}
    </p>
  );
}
