/** Starts nginx in front of callback endpoints, with one location for each obstacle. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../../test/free-port.ts';
import { runProgram, startServerProcess, temporaryFolder } from '../../../test/server-process.ts';

/** Certificates for localhost: a valid certificate, and one for each mistake. */
export const certificates = ['good', 'expired', 'otherHost', 'incomplete', 'selfSigned'] as const;
type Certificate = (typeof certificates)[number];

export interface Nginx {
  readonly url: (location: string) => string;
  /** Returns the URL at which nginx uses this certificate. */
  readonly secureUrl: (certificate: Certificate) => string;
  /** Certificate of the CA that issued the certificates. */
  readonly ca: string;
  readonly stop: () => Promise<void>;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

async function createCertificates(folder: string): Promise<void> {
  const openssl = (...args: readonly string[]) => runProgram('openssl', args, { cwd: folder });
  const selfSigned = (name: string, ...more: readonly string[]) =>
    openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '2',
      ...more,
    );
  const issued = async (name: string, host: string, ca: string, days: string) => {
    await openssl(
      'req',
      '-new',
      ...newKey,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
    );
    await openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${ca}.pem`,
      '-CAkey',
      `${ca}.key`,
      '-days',
      days,
      '-copy_extensions',
      'copy',
      '-out',
      `${name}.pem`,
    );
  };
  await Promise.all([
    selfSigned('ca', '-subj', '/CN=test CA'),
    selfSigned('unknown', '-subj', '/CN=unknown CA'),
    selfSigned('selfSigned', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'),
  ]);
  await Promise.all([
    issued('good', 'localhost', 'ca', '2'),
    issued('expired', 'localhost', 'ca', '-1'),
    issued('otherHost', 'other.example', 'ca', '2'),
    issued('incomplete', 'localhost', 'unknown', '2'),
  ]);
}

/** Location that forwards callbacks over keep-alive connections. */
const passing = (to: string) => `proxy_pass ${to}; proxy_http_version 1.1; proxy_set_header Connection "";`;

function locations(
  receivers: Readonly<Record<string, string>>,
  { hanging, dead }: { readonly hanging: string; readonly dead: string },
) {
  const { node = '' } = receivers;
  return {
    ...Object.fromEntries(Object.entries(receivers).map(([name, url]) => [`= /${name}`, passing(url)])),
    '= /to-https': 'return 301 https://$host$request_uri;',
    '= /to-www': 'return 308 http://www.shop.example$request_uri;',
    '/slash/': passing(node),
    '= /login': `auth_basic shop; auth_basic_user_file htpasswd; ${passing(node)}`,
    '= /denied': 'deny all;',
    '= /static': 'alias static.html;',
    '= /missing': 'return 404;',
    '= /maintenance': 'return 503;',
    '= /hanging': `proxy_read_timeout 1s; ${passing(hanging)}`,
    '= /dead': passing(dead),
    '= /small': `client_max_body_size 100; ${passing(node)}`,
    '= /no-body': `proxy_set_body ""; ${passing(node)}`,
    '= /plain-text': `proxy_set_header Content-Type text/plain; ${passing(node)}`,
  };
}

/** Starts nginx. It compresses with gzip for clients that accept gzip. */
export async function startNginx(
  receivers: Readonly<Record<string, string>>,
  hanging: string,
): Promise<Nginx> {
  const folder = await temporaryFolder('nginx');
  await createCertificates(folder);
  writeFileSync(path.join(folder, 'htpasswd'), 'asha:{PLAIN}secret\n');
  writeFileSync(path.join(folder, 'static.html'), '<h1>Shop</h1>');
  const port = await freePort();
  const ports = Object.fromEntries(
    await Promise.all(certificates.map(async (name) => [name, await freePort()] as const)),
  );
  const dead = `http://127.0.0.1:${await freePort()}`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const routes = Object.entries(locations(receivers, { hanging, dead }));
  const secure = certificates.map(
    (name) =>
      `server { listen 127.0.0.1:${ports[name]} ssl; ssl_certificate ${name}.pem; ssl_certificate_key ${name}.key; location / { ${passing(receivers['node'] ?? '')} } }`,
  );
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid pid; error_log stderr notice;
events {}
http {
  access_log off; gzip on; gzip_min_length 1; gzip_types *; gzip_proxied any;
  ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}; ${routes.map(([route, text]) => `location ${route} { ${text} }`).join('\n')} }
  ${secure.join('\n  ')}
}`,
  );
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf')];
  const { stop } = await startServerProcess({ program: 'nginx', args, folder, ready: /event method/ });
  const { stdout: ca } = await runProgram('cat', [path.join(folder, 'ca.pem')]);
  return {
    url: (location) => `http://127.0.0.1:${port}/${location}`,
    secureUrl: (name) => `https://localhost:${ports[name]}/callbacks`,
    ca: String(ca),
    stop,
  };
}
