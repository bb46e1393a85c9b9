import type { ComponentChildren, InputHTMLAttributes } from 'preact';

/** The non-empty values of a form by name, without surrounding white space. */
export type FormFields = Readonly<Record<string, string>>;

interface FormProps {
  readonly class?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** Called when the user submits the form. The form also supports `reset`. */
  readonly onSend: (fields: FormFields, form: HTMLFormElement) => unknown;
  readonly children: ComponentChildren;
}

/** A form that calls a function instead of loading a page. */
export function Form({ onSend, children, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(fieldsOf(event.currentTarget), event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

/** Reads a form. A checkbox has a value only if it is checked. */
function fieldsOf(form: HTMLFormElement): FormFields {
  const all = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

/** An input with its label. */
export function Input({ label, ...attributes }: InputHTMLAttributes & { readonly label: string }) {
  return (
    <label>
      {label}
      <input {...attributes} />
    </label>
  );
}

/** Pattern of an amount with two decimals. */
export const amountPattern = '(0|[1-9][0-9]*)\\.[0-9]{2}';
