/** Makes the browser save a value as a JSON file. */
export function download(value: unknown, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Keep the URL until the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
