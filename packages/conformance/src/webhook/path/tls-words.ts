interface TlsWords {
  readonly text: string;
  readonly fix: string;
}

const incomplete: TlsWords = {
  text: 'the certificate chain is incomplete; an intermediate certificate is missing',
  fix: 'Install the certificate together with the intermediate certificates of the CA. nginx: ssl_certificate fullchain.pem.',
};

const noTls: TlsWords = {
  text: 'the port does not speak TLS',
  fix: 'Use http:// in the URL for a local server. For a deployed server, enable TLS on this port.',
};

const words: Readonly<Record<string, TlsWords>> = {
  CERT_HAS_EXPIRED: {
    text: 'the certificate has expired',
    fix: 'Renew the certificate, reload the web server, and automate the renewal. certbot: certbot renew.',
  },
  CERT_NOT_YET_VALID: {
    text: 'the certificate is not valid yet',
    fix: 'Check the clock of the server and the start date of the certificate.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    text: 'the certificate is self-signed',
    fix: 'Install a certificate from a public CA, for example Let’s Encrypt.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    text: 'a private CA issued the certificate',
    fix: 'Install a certificate from a public CA, for example Let’s Encrypt.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    text: 'the certificate is for another host name',
    fix: 'Install a certificate for the host name of this URL, or use the host name of the certificate.',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Describes a TLS error code. Returns undefined for any other code. */
export function tlsWords(code: string): Partial<TlsWords> | undefined {
  return (
    words[code] ??
    (/CERT|TLS|SSL|CRL|UNABLE_TO_VERIFY/.test(code) ? { text: `TLS failed (${code})` } : undefined)
  );
}
