export interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  /** The values with their labels. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * A select of a form that is sent as a whole. A select has no default value of its own (HTML: its options have one). A
 * new `chosen` value therefore creates the element again.
 */
export function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} key={chosen}>
        {Object.entries(options).map(([value, title]) => (
          <option key={value} value={value} selected={value === chosen}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
