import type { Recipes } from '../copy.ts';
import { tell } from '../store.ts';

/** Copies a string to the clipboard. An insecure origin supports only the older method. */
async function toClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

const names = {
  curl: 'curl',
  cli: 'CLI',
  typescript: 'TypeScript',
  php: 'PHP',
  python: 'Python',
  java: 'Java',
} as const;

/** Buttons that copy code for a call: for a shell, for the command, and for a program. */
export function CopyAs({ recipes }: { readonly recipes: Recipes }) {
  return (
    <fieldset class="copy-as">
      <legend>Copy as</legend>
      {(Object.keys(names) as (keyof Recipes)[]).map((name) => (
        <CopyButton key={name} text={recipes[name]} label={names[name]} />
      ))}
    </fieldset>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
}

/** Button that copies the text and shows a confirmation. */
export function CopyButton({ text, label = 'Copy' }: CopyButtonProps) {
  const onClick = () => {
    toClipboard(text).then(
      () => tell(`Copied${label === 'Copy' ? '' : ` as ${label}`}.`),
      () => tell('The browser does not allow this page to copy.', 'problem'),
    );
  };
  return (
    <button type="button" class="small" title={text} onClick={onClick}>
      {label}
    </button>
  );
}
