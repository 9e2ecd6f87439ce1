import type { UsedAsset } from '../assets/replace-assets.ts';
import type { Rule, RuleCheck } from '../governance/definitions.ts';
import type { FindingInput } from './finding.ts';
import { type OwnCheck, runOwnCheck } from './own-checks.ts';
import type { RuleSubject } from './rule-subject.ts';

/**
 * Runs the checks of a policy; any finding prevents acceptance. A policy without rules accepts nothing.
 *
 * @param own the checks of the application
 */
export async function runRules(
  rules: readonly Rule[],
  subject: RuleSubject,
  own: Readonly<Record<string, OwnCheck>>,
): Promise<FindingInput[]> {
  if (rules.length === 0) return [finding('No rules', 'The policy has no check that could accept anything.')];
  const found: FindingInput[] = [];
  for (const rule of rules) found.push(...(await runRule(rule, subject, own)));
  return found;
}

async function runRule(rule: Rule, subject: RuleSubject, own: Readonly<Record<string, OwnCheck>>): Promise<FindingInput[]> {
  const { check } = rule;
  if (isBuiltIn(check)) return CHECKS[check](subject, rule);
  const ownCheck = Object.hasOwn(own, check) ? own[check] : undefined;
  return ownCheck ? runOwnCheck(check, ownCheck, subject) : [unknownCheck(rule)];
}

function isBuiltIn(check: string): check is RuleCheck {
  return Object.hasOwn(CHECKS, check);
}

const CHECKS: Readonly<Record<RuleCheck, (subject: RuleSubject, rule: Rule) => FindingInput[] | Promise<FindingInput[]>>> = {
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
  alt_text: async ({ fields, assets }) => [
    ...assets.flatMap((asset) =>
      asset.altText === null && isPicture(asset) ? [finding('A picture has no alternative text', `${asset.name} has none.`)] : [],
    ),
    ...(await picturesWithoutText(fields['body'])).map((url) =>
      finding('A picture has no alternative text', `The picture ${url} has none.`),
    ),
  ],
  disclosure: ({ fields }) => disclosureFaults(fields['metadata']),
};

/** The involvement of AI must be stated, and if AI was involved, the model. */
function disclosureFaults(metadata: unknown): FindingInput[] {
  const generation = valueAt({ metadata }, 'metadata.generation');
  const aiAssisted = valueAt({ generation }, 'generation.aiAssisted');
  if (typeof aiAssisted !== 'boolean') return [finding('AI disclosure is blank', 'State under AI disclosure whether AI was involved.')];
  if (aiAssisted && isBlank(valueAt({ generation }, 'generation.model')))
    return [finding('AI disclosure names no model', 'State the model under AI disclosure.')];
  return [];
}

function isPicture({ mimeType, relationship }: UsedAsset): boolean {
  return mimeType?.startsWith('image/') ?? ['thumbnail', 'inline'].includes(relationship);
}

/** Returns the images without alternative text in a body. The Markdown parser is loaded only for a body. */
async function picturesWithoutText(body: unknown): Promise<string[]> {
  if (typeof body !== 'string') return [];
  const { findPicturesWithoutText } = await import('./pictures-without-text.ts');
  return findPicturesWithoutText(body);
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
  return finding(`Unknown check ${String(check)}`, 'This check does not exist, so it fails.');
}
