import { CopyButton } from './copy-as.tsx';

/** Text of an empty list. */
export interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** Command that creates the first entry. */
  readonly command?: string;
}

/** Text of an empty list, with the command that creates its first entry. */
export function Empty({ title, text, command }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {command !== undefined && (
        <p class="command">
          <code>{command}</code>
          <CopyButton text={command} />
        </p>
      )}
    </div>
  );
}
