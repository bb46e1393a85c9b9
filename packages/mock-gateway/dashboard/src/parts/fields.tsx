import type { ComponentChildren } from 'preact';

/** Names and values, one per line. */
export function Fields({ children }: { readonly children: ComponentChildren }) {
  return <dl class="fields">{children}</dl>;
}

interface FieldProps {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly mono?: boolean;
}

/** Fields in a font of fixed width, by name. */
export function MonoFields({ of }: { readonly of: Readonly<Record<string, string | null>> }) {
  return (
    <>
      {Object.entries(of).map(([name, value]) => (
        <Field key={name} name={name} mono>
          {value}
        </Field>
      ))}
    </>
  );
}

/** A name with its value. Hidden if the value is empty. */
export function Field({ name, children, mono = false }: FieldProps) {
  if (children === null || children === undefined || children === '' || children === false) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd class={mono ? 'mono' : ''}>{children}</dd>
    </div>
  );
}
