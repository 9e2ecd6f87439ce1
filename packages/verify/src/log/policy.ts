import { LogError } from './log-error.ts';
import { hex, parseVerifierKey, SIGNATURE_TYPE, type VerifierKey } from './verifier-key.ts';

/** A witness of a policy. */
export interface PolicyWitness {
  /** Used in the policy alone; the key has a name of its own. */
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string | null;
}

/** A group of witnesses, or of other groups: it has witnessed what at least so many of its members have. */
export interface PolicyGroup {
  readonly name: string;
  readonly threshold: number;
  readonly members: readonly string[];
}

/** Which logs are known, and which witnesses must have cosigned (C2SP tlog-policy). */
export interface LogPolicy {
  readonly logs: readonly { readonly key: VerifierKey; readonly url: string | null }[];
  readonly witnesses: readonly PolicyWitness[];
  /** Each group only names witnesses and groups before it. */
  readonly groups: readonly PolicyGroup[];
  /** The name of a witness or group; null if nobody has to cosign. */
  readonly quorum: string | null;
}

const MAXIMUM_POLICY = 262_144;
const MAXIMUM_LINES = 1000;

/** A policy under which a log is known and nobody has to cosign. */
export function policyOfLog(key: VerifierKey): LogPolicy {
  return { logs: [{ key, url: null }], witnesses: [], groups: [], quorum: null };
}

/**
 * Reads a policy file (C2SP tlog-policy, "Policy file syntax and structure"). Outside of comments it must be UTF-8, and no key may be that
 * of a log and of a witness: such a witness would see nothing that the log does not show it.
 *
 * @throws LogError `policy_malformed`, which names the line; `key_malformed` and `key_unsupported` for keys
 */
export async function parsePolicy(file: Uint8Array | string): Promise<LogPolicy> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  if (bytes.length > MAXIMUM_POLICY) throw new LogError('policy_malformed', `The policy is longer than ${MAXIMUM_POLICY} bytes.`);
  const builder = new PolicyBuilder();
  for (const [index, line] of linesOf(bytes).entries()) {
    const words = wordsOf(line, index + 1);
    if (words) await builder.add(words, index + 1);
  }
  return builder.build();
}

/**
 * Whether the witnesses that cosigned are a quorum (C2SP tlog-policy, "Defining the quorum").
 *
 * @param cosigned the names that the policy gives them
 */
export function isQuorum({ groups, quorum }: LogPolicy, cosigned: ReadonlySet<string>): boolean {
  if (quorum === null) return true;
  const names = new Set(groups.map(({ name }) => name));
  const met = new Set([...cosigned].filter((name) => !names.has(name)));
  for (const { name, threshold, members } of groups) if (members.filter((each) => met.has(each)).length >= threshold) met.add(name);
  return met.has(quorum);
}

class PolicyBuilder {
  protected readonly logs: { key: VerifierKey; url: string | null }[] = [];
  protected readonly witnesses: PolicyWitness[] = [];
  protected readonly groups: PolicyGroup[] = [];
  protected quorum: string | null | undefined;
  /** The names that can be used, and the members among them that a group has used. */
  protected readonly names = new Set<string>();
  protected readonly used = new Set<string>();

  async add(words: readonly string[], line: number): Promise<void> {
    const [kind, ...rest] = words;
    if (kind === 'log') return this.addLog(rest, line);
    if (kind === 'witness') return this.addWitness(rest, line);
    if (kind === 'group') return this.addGroup(rest, line);
    if (kind === 'quorum') return this.addQuorum(rest, line);
    throw malformed(line, 'does not begin with log, witness, group or quorum');
  }

  build(): LogPolicy {
    const { logs, witnesses, groups, quorum } = this;
    if (quorum === undefined) throw new LogError('policy_malformed', 'The policy has no quorum line.');
    const witnessKeys = new Set(witnesses.map(({ key }) => materialOf(key)));
    if (logs.some(({ key }) => witnessKeys.has(materialOf(key))))
      throw new LogError('policy_malformed', 'The policy has the key of a log as that of a witness.');
    return { logs, witnesses, groups, quorum };
  }

  protected async addLog([vkey, url, ...more]: readonly string[], line: number): Promise<void> {
    if (vkey === undefined || more.length > 0) throw malformed(line, 'is not of the form log <vkey> [<url>]');
    const key = await parseVerifierKey(vkey);
    if (this.logs.some((each) => materialOf(each.key) === materialOf(key))) throw malformed(line, 'repeats the key of a log');
    this.logs.push({ key, url: url ?? null });
  }

  protected async addWitness([name, vkey, url, ...more]: readonly string[], line: number): Promise<void> {
    if (name === undefined || vkey === undefined || more.length > 0)
      throw malformed(line, 'is not of the form witness <name> <vkey> [<url>]');
    const key = await parseVerifierKey(vkey);
    if (key.type === SIGNATURE_TYPE.ed25519) throw malformed(line, 'has a key that makes no cosignatures');
    if (this.witnesses.some((each) => materialOf(each.key) === materialOf(key))) throw malformed(line, 'repeats the key of a witness');
    this.define(name, line);
    this.witnesses.push({ name, key, url: url ?? null });
  }

  protected addGroup([name, count, ...members]: readonly string[], line: number): void {
    if (name === undefined || count === undefined || members.length === 0)
      throw malformed(line, 'is not of the form group <name> all|any|<number> <name>…');
    for (const member of members) {
      if (!this.names.has(member)) throw malformed(line, `names ${member}, which is not defined before it`);
      if (this.used.has(member)) throw malformed(line, `names ${member}, which is a member already`);
      this.used.add(member);
    }
    const threshold = count === 'all' ? members.length : count === 'any' ? 1 : /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0;
    if (threshold < 1 || threshold > members.length) throw malformed(line, 'asks for none of its members, or for more than it has');
    this.define(name, line);
    this.groups.push({ name, threshold, members });
  }

  protected addQuorum([name, ...more]: readonly string[], line: number): void {
    if (name === undefined || more.length > 0) throw malformed(line, 'is not of the form quorum <name>');
    if (this.quorum !== undefined) throw malformed(line, 'is a second quorum line');
    if (name !== 'none' && !this.names.has(name)) throw malformed(line, `names ${name}, which is not defined before it`);
    this.quorum = name === 'none' ? null : name;
  }

  protected define(name: string, line: number): void {
    if (name === 'none' || this.names.has(name)) throw malformed(line, `defines ${name}, which has a meaning already`);
    this.names.add(name);
  }
}

/** Keys are the same if their material is, whatever name and type they have. */
function materialOf({ publicKey }: VerifierKey): string {
  return hex(publicKey);
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    lines.push(bytes.subarray(start, end));
    if (lines.length > MAXIMUM_LINES) throw new LogError('policy_malformed', `The policy has more than ${MAXIMUM_LINES} lines.`);
    start = end + 1;
  }
  return lines;
}

/** Undefined for an empty line and a comment. Only spaces and tabs separate: any other white space is part of a word. */
function wordsOf(bytes: Uint8Array, line: number): readonly string[] | undefined {
  if (bytes.some((octet) => (octet < 0x20 && octet !== 0x09) || octet === 0x7f)) throw malformed(line, 'has a control character');
  const first = bytes.find((octet) => octet !== 0x20 && octet !== 0x09);
  if (first === undefined || first === 0x23) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.split(/[ \t]+/).filter((word) => word !== '');
  } catch {
    throw malformed(line, 'is not UTF-8');
  }
}

function malformed(line: number, what: string): LogError {
  return new LogError('policy_malformed', `Line ${line} of the policy ${what}.`);
}
