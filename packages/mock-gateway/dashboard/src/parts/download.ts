/** Makes the browser save a string as a file. */
export function download(text: string, name: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Keep the URL until the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
