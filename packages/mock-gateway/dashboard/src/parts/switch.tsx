interface SwitchProps {
  readonly name: string;
  readonly label: string;
  readonly on: boolean;
}

/** A setting that is on or off. */
export function Switch({ name, label, on }: SwitchProps) {
  return (
    <label class="switch">
      <input type="checkbox" name={name} defaultChecked={on} />
      {label}
    </label>
  );
}
