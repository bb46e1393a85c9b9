export interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string;
  /** The values with their labels. */
  readonly options: Readonly<Record<string, string>>;
}

/** A select element in a form. Creates the element again when `chosen` changes. */
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
