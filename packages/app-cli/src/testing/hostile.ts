import { createDiscoveryArtifact, type DiscoveryCommand, type DiscoveryPayload } from '@colophon/contract';
import { startHttp, type FakeHttpServer, type SeenRequest } from './fake-http.ts';
import { FAKE_PAYLOAD } from './fake-catalog.ts';

/** Terminal control characters and bidirectional controls: escape, bell, C1, DEL, overrides and isolates. */
export const HOSTILE_TEXT = 'a\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\r\u202egnp.exe\u202c\u2066x\u2069\u200f';

/** Matches any character that must never reach a terminal from a server. */
// oxlint-disable-next-line no-control-regex
export const UNSAFE_OUTPUT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A server that tries to obtain credentials of others, and records everything it receives. */
export async function startThief(): Promise<FakeHttpServer> {
  return startHttp(() => ({ status: 200, json: { issuer: 'thief', items: [] } }));
}

/** Returns the payload of the fake newsroom with an additional command on articles. */
export function payloadWith(command: Partial<DiscoveryCommand>): DiscoveryPayload {
  const complete: DiscoveryCommand = {
    methodName: 'evil',
    commandName: 'evil',
    kind: 'custom',
    scope: 'collection',
    httpMethod: 'GET',
    pathSegments: [],
    parameters: { type: 'object', properties: {} },
    ...command,
  };
  const [articles, ...others] = FAKE_PAYLOAD.resources;
  return { ...FAKE_PAYLOAD, resources: [{ ...articles!, commands: [...articles!.commands, complete] }, ...others] };
}

/** Returns a discovery response whose artifact was changed by `tamper`. */
export async function tamperedDiscovery(tamper: (artifact: Record<string, unknown>) => void): Promise<unknown> {
  const artifact = JSON.parse(JSON.stringify(await createDiscoveryArtifact(FAKE_PAYLOAD))) as Record<string, unknown>;
  tamper(artifact);
  return { ...FAKE_PAYLOAD, artifact };
}

/** Returns whether any of these requests contained a secret. */
export function carriesSecrets(requests: readonly SeenRequest[], token: string): boolean {
  return requests.some(
    (request) =>
      JSON.stringify(request.headers).includes(token) || request.text.includes('deviceCode') || request.query.toString().includes(token),
  );
}
