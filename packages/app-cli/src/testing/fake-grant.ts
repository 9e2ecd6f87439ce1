import { DEVICE_GRANT_PATHS, type DeviceStartResponse, type SessionResponse } from '@colophon/contract';
import { randomBytes } from 'node:crypto';
import { problem, type FakeAnswer, type SeenRequest } from './fake-http.ts';

interface Login {
  readonly deviceCode: string;
  readonly userCode: string;
  status: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';
}

/** The device grant of a fake server, with the states of the real one; tests act as the user. */
export class FakeGrant {
  issuer: string;
  /** Seconds between polls. */
  interval = 1;
  /** Called at every poll, e.g. to approve after the second. */
  onPoll: (login: { readonly userCode: string; readonly polls: number }) => void = () => undefined;
  /** Responses to return instead, oldest first. */
  readonly pollFaults: FakeAnswer[] = [];
  readonly tokens = new Map<string, { readonly kind: 'cli' | 'token'; readonly name: string }>();
  polls = 0;
  readonly #logins: Login[] = [];

  constructor(issuer: string) {
    this.issuer = issuer;
  }

  /** Creates a valid token, like an operator or an earlier login. */
  issueToken(kind: 'cli' | 'token' = 'cli', name = 'Ada Lovelace'): string {
    const token = `news_cli_${randomBytes(16).toString('base64url')}`;
    this.tokens.set(token, { kind, name });
    return token;
  }

  approve(userCode = this.#logins.at(-1)?.userCode): void {
    this.#decide(userCode, 'approved');
  }

  deny(userCode = this.#logins.at(-1)?.userCode): void {
    this.#decide(userCode, 'denied');
  }

  expire(userCode = this.#logins.at(-1)?.userCode): void {
    this.#decide(userCode, 'expired');
  }

  isAlive(request: SeenRequest): boolean {
    return this.tokens.has(bearerOf(request) ?? '');
  }

  handle(request: SeenRequest): FakeAnswer | undefined {
    switch (`${request.method} ${request.path}`) {
      case `GET ${DEVICE_GRANT_PATHS.metadata}`:
        return { status: 200, json: { issuer: this.issuer } };
      case `POST ${DEVICE_GRANT_PATHS.start}`:
        return this.#start();
      case `POST ${DEVICE_GRANT_PATHS.token}`:
        return this.#token(request);
      case `GET ${DEVICE_GRANT_PATHS.session}`:
        return this.#session(request);
      case `DELETE ${DEVICE_GRANT_PATHS.session}`:
        if (this.tokens.get(bearerOf(request) ?? '')?.kind === 'cli') this.tokens.delete(bearerOf(request) ?? '');
        return { status: 200, json: { authenticated: false } };
      default:
        return undefined;
    }
  }

  #start(): FakeAnswer {
    const login: Login = { deviceCode: randomBytes(32).toString('base64url'), userCode: 'BCDFGHJK', status: 'pending' };
    this.#logins.push(login);
    const json: DeviceStartResponse = {
      deviceCode: login.deviceCode,
      userCode: 'BCDF-GHJK',
      verificationUrl: `${this.issuer}/terminal-login`,
      verificationUrlComplete: `${this.issuer}/terminal-login?code=BCDF-GHJK`,
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      expiresIn: 600,
      interval: this.interval,
      issuer: this.issuer,
    };
    return { status: 201, json, headers: { 'cache-control': 'no-store' } };
  }

  #token(request: SeenRequest): FakeAnswer {
    const login = this.#logins.find(({ deviceCode }) => deviceCode === (request.json as { deviceCode?: string }).deviceCode);
    if (login === undefined || login.status === 'consumed') return problem(410, 'gone', 'That code is not valid any more');
    this.polls += 1;
    this.onPoll({ userCode: login.userCode, polls: this.polls });
    const fault = this.pollFaults.shift();
    if (fault !== undefined) return fault;
    if (login.status === 'denied') return problem(403, 'access_denied', 'The login was denied');
    if (login.status === 'expired') return { status: 200, json: { status: 'expired' } };
    if (login.status === 'pending')
      return { status: 200, json: { status: 'pending', interval: this.interval, expiresAt: new Date().toISOString() } };
    login.status = 'consumed';
    return { status: 200, json: { status: 'approved', accessToken: this.issueToken(), tokenType: 'Bearer', expiresIn: 2_592_000 } };
  }

  #session(request: SeenRequest): FakeAnswer {
    const found = this.tokens.get(bearerOf(request) ?? '');
    if (found === undefined) return unauthorized();
    const json: SessionResponse = {
      authenticated: true,
      user: { id: 'u1', name: found.name, email: 'ada@news.example' },
      tenant: { id: 't1', slug: 'courier', name: 'The Courier' },
      roles: ['editor'],
      session: { id: 's1', kind: found.kind, createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-12-01T00:00:00.000Z' },
      issuer: this.issuer,
    };
    return { status: 200, json };
  }

  #decide(userCode: string | undefined, status: Login['status']): void {
    const login = this.#logins.findLast((candidate) => candidate.userCode === userCode);
    if (login === undefined) throw new Error('Nobody has started a login');
    login.status = status;
  }
}

/** Returns the token of a request. */
export function bearerOf(request: SeenRequest): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
}

export function unauthorized(): FakeAnswer {
  const answer = problem(401, 'unauthorized', 'That token is not valid');
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': 'Bearer error="invalid_token"' } };
}
