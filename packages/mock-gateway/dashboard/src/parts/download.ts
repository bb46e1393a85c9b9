/** Lets the browser save a text as a file. */
export function download(text: string, name: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Released after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
