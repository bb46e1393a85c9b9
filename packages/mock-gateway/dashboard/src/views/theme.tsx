import { signal } from '@preact/signals';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];
const name = 'inrgate-theme';

export const theme = signal<Theme>(readTheme());

function readTheme(): Theme {
  const kept = localStorage.getItem(name);
  return themes.find((one) => one === kept) ?? 'auto';
}

/** Applies the user's theme, by default the system's theme. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

const signs = { auto: '◐', light: '☀', dark: '☾' } as const;

export function ThemeButton() {
  const next = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  const change = () => {
    theme.value = next;
    localStorage.setItem(name, next);
    applyTheme();
  };
  const label = `Colours: ${theme.value}; change to ${next}`;
  return (
    <button type="button" class="theme" aria-label={label} title={label} onClick={change}>
      {signs[theme.value]}
    </button>
  );
}
