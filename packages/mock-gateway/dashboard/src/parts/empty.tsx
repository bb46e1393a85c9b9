import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-as.tsx';

/** Text of an empty list. */
export interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** Command that creates the first entry. */
  readonly command?: string;
  /** Buttons that have the same effect as the command. */
  readonly children?: ComponentChildren;
}

/** Text of an empty list, with the command that creates its first entry. */
export function Empty({ title, text, command, children }: EmptyProps) {
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
      {children !== undefined && <div class="moves">{children}</div>}
    </div>
  );
}
