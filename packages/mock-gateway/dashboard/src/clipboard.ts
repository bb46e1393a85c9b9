/** Puts a text on the clipboard; a page that is not on a secure origin has only the old way. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
