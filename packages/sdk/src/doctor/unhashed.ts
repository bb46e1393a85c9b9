import type { Named } from './hypothesis.ts';

export const signMissing: Named = {
  id: 'sign-missing',
  title: 'The sign is missing',
  fix: 'Send the digest as the parameter sign.',
  remedy: 'signWhatIsSent',
};

export const signIsKey: Named = {
  id: 'sign-is-key',
  title: 'The key was sent as the sign',
  fix: 'Send the MD5 of the base string, never the key. Change this key now, because the request contained the key in plain text.',
  remedy: 'md5',
};

export const signIsText: Named = {
  id: 'sign-is-text',
  title: 'The base string, not its MD5, was sent as the sign',
  fix: 'Hash the base string and send the digest. If the base string contained the key, change the key now.',
  remedy: 'md5',
};

/** Mistake of a base string that no hypothesis explains. */
export const textDiffers: Named = {
  id: 'text-differs',
  title: 'The base string does not match the parameters',
  fix: 'Sign the values exactly as they are sent. Compare the two base strings from the first character that differs.',
  remedy: 'signWhatIsSent',
};
