/**
 * Opens the hosted checkout like a customer's browser and presses the Pay button. Returns the text of the resulting
 * page.
 */
export async function payAtCheckout(payUrl: string): Promise<string> {
  const page = await fetch(payUrl, { signal: AbortSignal.timeout(15_000) });
  const html = await page.text();
  if (!page.ok) throw new Error(`the checkout answered ${page.status}`);
  const form = payForm(html);
  const answer = await fetch(new URL(form.action, payUrl), {
    method: 'POST',
    body: form.values,
    redirect: 'follow',
    signal: AbortSignal.timeout(15_000),
  });
  if (!answer.ok) throw new Error(`the Pay button returned ${answer.status}`);
  return /<h1[^<>]*>([^<]*)/.exec(await answer.text())?.[1] ?? '';
}

/** Finds the form of the Pay button. Returns its URL and fields. */
function payForm(html: string): { action: string; values: URLSearchParams } {
  const [, ...forms] = html.split('<form').map((text) => text.split('</form>', 1).join());
  const form = forms.find((text) => attribute(text, 'action')?.endsWith('/pay'));
  if (form === undefined) throw new Error('the checkout has no Pay button');
  const values = new URLSearchParams();
  for (const [input] of form.matchAll(/<(?:input|button)[^<>]*>/g)) {
    const name = attribute(input, 'name');
    if (name !== undefined) values.append(name, attribute(input, 'value') ?? '');
  }
  return { action: attribute(form, 'action') ?? '', values };
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
}
