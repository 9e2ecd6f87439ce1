import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys that the authorities of the tests sign with, by name: arguments of `openssl genpkey`. */
export const STAMPERS = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  p256: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
} as const;

export type Stamper = keyof typeof STAMPERS;

export function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const CONFIG = `
[ req ]
distinguished_name = name
prompt = no
[ name ]
[ authority ]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[ stamper ]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[ tsa ]
default_tsa = stamps
[ stamps ]
serial = FOLDER/serial
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500, microsecs:250
clock_precision_digits = 3
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
`;

/** A time stamp authority by `openssl ts`: a root, an authority below it, and one signer for each kind of key. */
export class OpensslAuthority {
  protected readonly folder: string;

  /** @param folder empty; keys and certificates are written into it */
  constructor(folder: string) {
    this.folder = folder;
    writeFileSync(this.path('openssl.cnf'), CONFIG.replaceAll('FOLDER', folder));
    writeFileSync(this.path('serial'), '01\n');
    this.makeCertificate('root', STAMPERS.rsa, 'authority');
    this.makeCertificate('middle', STAMPERS.p384, 'authority', 'root');
    for (const [name, key] of Object.entries(STAMPERS)) this.makeCertificate(name, key, 'stamper', 'middle');
    this.makeCertificate('other', STAMPERS.p256, 'authority');
  }

  /** The certificates of a root that signed the stamps, or of one that did not. */
  pem(name: 'root' | 'other'): string {
    return readFileSync(this.path(`${name}.pem`), 'utf8');
  }

  /** Answers a request, with SHA-256, SHA-384 or SHA-512 for the signature. */
  answer(request: Uint8Array, stamper: Stamper, hash: 'sha256' | 'sha384' | 'sha512' = 'sha256'): Uint8Array {
    writeFileSync(this.path('request.tsq'), request);
    const files = ['-queryfile', this.path('request.tsq'), '-signer', this.path(`${stamper}.pem`), '-inkey', this.path(`${stamper}.key`)];
    const authority = ['-config', this.path('openssl.cnf'), '-chain', this.path('middle.pem')];
    this.run('ts', '-reply', ...authority, `-${hash}`, ...files, '-out', this.path('answer.tsr'));
    return readFileSync(this.path('answer.tsr'));
  }

  /** Whether openssl itself finds an answer right. */
  accepts(response: Uint8Array, data: Uint8Array, root: string): boolean {
    writeFileSync(this.path('given.tsr'), response);
    writeFileSync(this.path('given.dat'), data);
    writeFileSync(this.path('given.pem'), root);
    try {
      this.run('ts', '-verify', '-data', this.path('given.dat'), '-in', this.path('given.tsr'), '-CAfile', this.path('given.pem'));
      return true;
    } catch {
      return false;
    }
  }

  protected makeCertificate(name: string, key: readonly string[], extensions: 'authority' | 'stamper', issuer?: string): void {
    const [config, own] = [this.path('openssl.cnf'), this.path(`${name}.key`)];
    this.run('genpkey', ...key, '-out', own);
    const subject = ['-subj', `/O=Example/CN=${name}`, '-config', config, '-key', own];
    if (issuer === undefined) {
      this.run('req', '-x509', '-new', ...subject, '-extensions', extensions, '-days', '36500', '-out', this.path(`${name}.pem`));
      return;
    }
    this.run('req', '-new', ...subject, '-out', this.path(`${name}.csr`));
    const by = ['-CA', this.path(`${issuer}.pem`), '-CAkey', this.path(`${issuer}.key`)];
    const content = [
      '-set_serial',
      `0x${Buffer.from(name).toString('hex')}`,
      '-days',
      '36500',
      '-extfile',
      config,
      '-extensions',
      extensions,
    ];
    this.run('x509', '-req', '-in', this.path(`${name}.csr`), ...by, ...content, '-out', this.path(`${name}.pem`));
  }

  protected path(name: string): string {
    return join(this.folder, name);
  }

  protected run(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'pipe' });
  }
}
