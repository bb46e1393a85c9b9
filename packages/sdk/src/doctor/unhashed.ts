import type { Named } from './hypothesis.ts';

export const signMissing: Named = {
  id: 'sign-missing',
  title: 'There is no sign',
  fix: 'Send the digest as the parameter sign.',
  remedy: 'signWhatIsSent',
};

export const signIsKey: Named = {
  id: 'sign-is-key',
  title: 'The key itself was sent as the sign',
  fix: 'Send the MD5 of the text with the key, never the key; change this key now, it has been sent in the open.',
  remedy: 'md5',
};

export const signIsText: Named = {
  id: 'sign-is-text',
  title: 'The text was sent as the sign, not its MD5',
  fix: 'Hash the text and send the digest; if the key was in it, change the key now.',
  remedy: 'md5',
};

/** What a base string tells that no hypothesis knows. */
export const textDiffers: Named = {
  id: 'text-differs',
  title: 'The text that was signed is not that of the parameters',
  fix: 'Sign the values that are sent, character by character; look where the first character differs.',
  remedy: 'signWhatIsSent',
};
