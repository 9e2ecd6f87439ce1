import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An untrusted certificate authority, with a certificate for localhost. */
export interface TestCertificates {
  readonly authorityFile: string;
  readonly key: string;
  readonly certificate: string;
}

/** The OpenSSL to use. */
const OPENSSL = process.env['OPENSSL'] ?? 'openssl';

/** Creates certificates with OpenSSL in `folder`. */
export function makeCertificates(folder: string): TestCertificates {
  const openssl = (...args: string[]): void => void execFileSync(OPENSSL, args, { cwd: folder, stdio: 'ignore' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '1', '-subj', '/CN=Test authority');
  openssl(
    'req',
    ...ec,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,DNS:news.example',
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'server.pem',
    '-days',
    '1',
    '-copy_extensions',
    'copy',
  );
  return {
    authorityFile: join(folder, 'ca.pem'),
    key: readFileSync(join(folder, 'server.key'), 'utf8'),
    certificate: readFileSync(join(folder, 'server.pem'), 'utf8'),
  };
}
