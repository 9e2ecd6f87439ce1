import remarkParse from 'remark-parse';
import { unified } from 'unified';
import type { UsedAsset } from '../assets/replace-assets.ts';
import type { LinkedFact } from '../facts/latest-facts.ts';
import type { Rule, RuleCheck } from '../governance/definitions.ts';
import type { ReferenceDrift } from '../references/drift.ts';
import type { FindingInput } from './finding.ts';

/** Everything that the checks look at. */
export interface RuleSubject {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly facts: readonly LinkedFact[];
  readonly references: readonly ReferenceDrift[];
  readonly assets: readonly UsedAsset[];
}

/** Runs the checks of a policy; what they find is what keeps it from being accepted. No rules at all accept nothing. */
export function runRules(rules: readonly Rule[], subject: RuleSubject): FindingInput[] {
  if (rules.length === 0) return [finding('No rules', 'The policy has no check that could accept anything.')];
  return rules.flatMap((rule) => (Object.hasOwn(CHECKS, rule.check) ? CHECKS[rule.check](subject, rule) : [unknownCheck(rule)]));
}

const CHECKS: Readonly<Record<RuleCheck, (subject: RuleSubject, rule: Rule) => FindingInput[]>> = {
  required_fields: ({ fields }, rule) =>
    (rule.fields ?? []).flatMap((path) =>
      isBlank(valueAt(fields, path)) ? [finding(`${path} is empty`, `The policy requires ${path}.`)] : [],
    ),
  facts_current: ({ facts }) =>
    facts.flatMap(({ linked, latest }) => {
      if (latest.id !== linked.id)
        return [about(linked.id, 'A fact was superseded', `“${linked.statement}” is now “${latest.statement}”.`)];
      return linked.status === 'active'
        ? []
        : [about(linked.id, `A fact is ${linked.status}`, `“${linked.statement}” is ${linked.status}.`)];
    }),
  references_current: ({ references }) =>
    references.flatMap((each) =>
      each.isDrifted
        ? [finding('A reference drifted', `${each.targetId} was cited as version ${each.citedVersion} and is at ${each.currentVersion}.`)]
        : [],
    ),
  alt_text: ({ fields, assets }) => [
    ...assets.flatMap((asset) =>
      asset.altText === null && isPicture(asset) ? [finding('A picture has no alternative text', `${asset.name} has none.`)] : [],
    ),
    ...picturesWithoutText(fields['body']).map((url) => finding('A picture has no alternative text', `The picture ${url} has none.`)),
  ],
  disclosure: ({ fields }) => disclosureFaults(fields['metadata']),
};

/** Whether AI had a part must be said; where it had, with which model. */
function disclosureFaults(metadata: unknown): FindingInput[] {
  const generation = valueAt({ metadata }, 'metadata.generation');
  const aiAssisted = valueAt({ generation }, 'generation.aiAssisted');
  if (typeof aiAssisted !== 'boolean') return [finding('AI disclosure is blank', 'metadata.generation.aiAssisted must say true or false.')];
  if (aiAssisted && isBlank(valueAt({ generation }, 'generation.model')))
    return [finding('AI disclosure names no model', 'metadata.generation.model must say which model had a part.')];
  return [];
}

function isPicture({ mimeType, relationship }: UsedAsset): boolean {
  return mimeType?.startsWith('image/') ?? ['thumbnail', 'inline'].includes(relationship);
}

interface Node {
  readonly type: string;
  readonly alt?: string | null;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** Pictures in a body, Markdown or HTML, that say nothing to those who do not see them. */
function picturesWithoutText(body: unknown): string[] {
  if (typeof body !== 'string') return [];
  const found: string[] = [];
  const waiting: Node[] = [unified().use(remarkParse).parse(body) as Node];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ((node.type === 'image' || node.type === 'imageReference') && isBlank(node.alt)) found.push(node.url ?? 'given by reference');
    if (node.type === 'html') {
      for (const [tag] of (node.value ?? '').matchAll(/<img\b[^>]*>/gi)) if (!/\balt\s*=/i.test(tag)) found.push('in HTML');
    }
    waiting.push(...(node.children ?? []));
  }
  return found;
}

function valueAt(fields: Readonly<Record<string, unknown>>, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Record<string, unknown>)[name];
  }, fields);
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

function finding(title: string, detail: string): FindingInput {
  return { severity: 'error', title, detail };
}

function about(factId: string, title: string, detail: string): FindingInput {
  return { ...finding(title, detail), factId };
}

function unknownCheck({ check }: Rule): FindingInput {
  return finding(`Unknown check ${String(check)}`, 'There is no such check, so it is not passed.');
}
