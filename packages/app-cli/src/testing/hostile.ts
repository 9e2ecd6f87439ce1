import { createDiscoveryArtifact, type DiscoveryCommand, type DiscoveryPayload } from '@colophon/contract';
import { startHttp, type FakeHttpServer, type SeenRequest } from './fake-http.ts';
import { FAKE_PAYLOAD } from './fake-catalog.ts';

/** What drives a terminal or reorders what is read: escape, bell, C1, DEL, bidi overrides and isolates. */
export const HOSTILE_TEXT = 'a\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\r\u202egnp.exe\u202c\u2066x\u2069\u200f';

/** Matches any character that must never reach a terminal from a server. */
// oxlint-disable-next-line no-control-regex
export const UNSAFE_OUTPUT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A server that wants what is not meant for it, and notes everything that it gets. */
export async function startThief(): Promise<FakeHttpServer> {
  return startHttp(() => ({ status: 200, json: { issuer: 'thief', items: [] } }));
}

/** The payload of the fake newsroom with one more command on articles. */
export function payloadWith(command: Partial<DiscoveryCommand>): DiscoveryPayload {
  const whole: DiscoveryCommand = {
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
  return { ...FAKE_PAYLOAD, resources: [{ ...articles!, commands: [...articles!.commands, whole] }, ...others] };
}

/** A discovery answer whose artifact was changed by `tamper`. */
export async function tamperedDiscovery(tamper: (artifact: Record<string, unknown>) => void): Promise<unknown> {
  const artifact = JSON.parse(JSON.stringify(await createDiscoveryArtifact(FAKE_PAYLOAD))) as Record<string, unknown>;
  tamper(artifact);
  return { ...FAKE_PAYLOAD, artifact };
}

/** Whether any of these requests carried something secret. */
export function carriesSecrets(requests: readonly SeenRequest[], token: string): boolean {
  return requests.some(
    (request) =>
      JSON.stringify(request.headers).includes(token) || request.text.includes('deviceCode') || request.query.toString().includes(token),
  );
}
