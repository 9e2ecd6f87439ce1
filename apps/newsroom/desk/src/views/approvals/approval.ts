/** A call of a program that waits for the signed-in person, or what became of it: `GET /approvals`. */
export interface Approval {
  readonly id: string;
  readonly origin: 'assistant' | 'mcp';
  /** The tool. */
  readonly operation: string;
  readonly summary: string;
  readonly collection: string | null;
  readonly targetKey: string | null;
  readonly expectedRev: number | null;
  readonly conversation: string | null;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly agentHost: string | null;
  readonly state: ApprovalState;
  readonly reason: string | null;
  readonly problem: string | null;
  readonly expiresAt: string;
  readonly decidedAt: string | null;
  readonly created_at: string;
}

export type ApprovalState = 'waiting' | 'approved' | 'running' | 'done' | 'declined' | 'expired' | 'failed';

export const STATES = {
  waiting: { tone: 'warning', label: 'waiting for you' },
  approved: { tone: 'neutral', label: 'approved, not done yet' },
  running: { tone: 'neutral', label: 'running' },
  done: { tone: 'success', label: 'done' },
  declined: { tone: 'neutral', label: 'declined' },
  expired: { tone: 'neutral', label: 'expired' },
  failed: { tone: 'danger', label: 'failed' },
} as const satisfies Readonly<Record<ApprovalState, { readonly tone: string; readonly label: string }>>;

/** The collections whose records are pieces. */
const PIECES: ReadonlySet<string> = new Set(['contents', 'articles', 'content-documents', 'mirrors']);

/** Whether the call concerns a piece, which the desk has a page of. */
export function isOfPiece({ collection, targetKey, origin }: Approval): boolean {
  return targetKey !== null && (origin === 'assistant' || (collection !== null && PIECES.has(collection)));
}

/** `article_update` → `Update article`; the name of the tool, for people. */
export function actionOf({ operation, origin }: Approval): string {
  if (origin === 'assistant') return 'Change the text';
  const [noun = '', verb = ''] = operation.split('_');
  const words = `${verb.replace(/-action$/, '')} ${noun}`.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as people read it: texts as they are, anything else as JSON. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.length === 0) return '–';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ');
  return typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2);
}

/** One argument, and what the record says now if that is another value. */
export interface ShownArgument {
  readonly name: string;
  readonly value: string;
  readonly now?: string;
}

/** The arguments of a call besides the key of its record, beside what the record says now. */
export function argumentsOf(sent: Readonly<Record<string, unknown>>, record: Readonly<Record<string, unknown>> = {}): ShownArgument[] {
  return Object.entries(sent)
    .filter(([name]) => name !== 'id' && !name.startsWith('_'))
    .map(([name, value]) => {
      const now = Object.hasOwn(record, name) ? shown(record[name]) : undefined;
      return { name, value: shown(value), ...(now === undefined || now === shown(value) ? {} : { now }) };
    });
}
