import { CopyButton } from './copy-as.tsx';

/** What is said where a list has nothing. */
export interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What to type to have one. */
  readonly command?: string;
}

/** Nothing is there yet: what would be, and how to get it. */
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
