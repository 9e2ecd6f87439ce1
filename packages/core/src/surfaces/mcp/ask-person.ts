import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { awaitDecision } from '../../approvals/index.ts';
import type { WaitingApproval } from '../../errors/approval-required-error.ts';
import type { Database } from '../../storage/database.ts';
import type { ToolResult } from './call-tool.ts';

type Asking = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses' | 'signal'>;
type Asked = ReturnType<typeof inputRequired>;

/** The name of the question in the client's answers. */
const APPROVAL = 'approval';
/** How long a client that has opened the page waits for the decision before it is told that there is none yet. */
const DECIDING_MS = 25_000;

/**
 * Calls a tool, and asks the client to open the page on which its person decides, if the call waits for them and the client can do that
 * (elicitation in URL mode). What the client answers is no decision: the call runs only on the one that the person makes on that page.
 */
export async function askPerson(
  asking: Asking,
  database: Database,
  tool: (onWaiting?: (waiting: WaitingApproval) => void) => Promise<ToolResult>,
): Promise<Asked | ToolResult> {
  let waiting: WaitingApproval | undefined;
  const answer = await tool((found) => (waiting = found));
  if (waiting?.approvalUrl === undefined || !opensPages(asking)) return answer;
  const response = inputResponse(asking.inputResponses, APPROVAL);
  if (response.kind === 'missing')
    return inputRequired({
      inputRequests: {
        [APPROVAL]: inputRequired.elicitUrl({ message: 'Decide whether this call may be made.', url: waiting.approvalUrl }),
      },
    });
  if (response.kind !== 'elicit' || response.action !== 'accept') return answer;
  await awaitDecision(database, waiting.approvalId, { atMostMs: DECIDING_MS, signal: asking.signal });
  return tool();
}

function opensPages({ envelope = {} }: Asking): boolean {
  const stated = (envelope as Readonly<Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  return stated?.elicitation?.url !== undefined;
}
