import type { ReasoningEffort } from '../interface/options.ts';
import type { GenerationRequest } from '../limits/generation.ts';
import { remembered } from './remembered.ts';

/** The day on which this table was last compared with the vendors' pages. */
export const reasoningTableDate = '2026-11-22';

/** The name of an effort that a model accepts. */
export type EffortWord = Exclude<ReasoningEffort, 'none'>;

/** How reasoning of a family of models is configured. */
export interface ReasoningTraits {
  /**
   * `words`: an effort only. `budget`: a number of tokens. `adaptive`: the vendor decides, guided by an effort. `none`: the model does not
   * reason.
   */
  control: 'words' | 'budget' | 'adaptive' | 'none';
  canDisable: boolean;
  /** The efforts of the family, weakest first. */
  words: readonly EffortWord[];
  /** The smallest budget that the vendor accepts. */
  minBudget: number;
}

const THREE = ['low', 'medium', 'high'] as const;
const MINIMAL = ['minimal', ...THREE] as const;
const EXTRA = [...THREE, 'xhigh'] as const;
const ALL = [...EXTRA, 'max'] as const;

const noReasoning: ReasoningTraits = { control: 'none', canDisable: true, words: [], minBudget: 0 };

function byWords(words: readonly EffortWord[], canDisable = true): ReasoningTraits {
  return { control: 'words', canDisable, words, minBudget: 0 };
}

/** The traits of an OpenAI model; for ids of a gateway, the part after the last slash counts. */
export const openaiTraits: (model: string) => ReasoningTraits = remembered(findOpenAITraits);

function findOpenAITraits(model: string): ReasoningTraits {
  const id = model.slice(model.lastIndexOf('/') + 1);
  if (/^o\d/.test(id)) return byWords(THREE, false);
  const gpt = /^gpt-(\d+)(?:\.(\d+))?(?:-(.*))?$/.exec(id);
  if (!gpt || Number(gpt[1]) < 5) return noReasoning;
  const [, majorText, minorText, variant = ''] = gpt;
  const version = Number(majorText) + Number(minorText ?? 0) / 100;
  if (variant.startsWith('chat') && minorText === undefined) return noReasoning;
  if (variant.startsWith('pro')) return byWords(version < 5.02 ? ['high'] : ['medium', 'high', 'xhigh'], false);
  if (/codex|chat/.test(variant)) return byWords(version >= 5.02 || variant.includes('max') ? EXTRA : THREE, false);
  if (version < 5.01) return byWords(MINIMAL, false);
  if (version < 5.02) return byWords(THREE);
  if (version < 5.06) return byWords(EXTRA);
  return byWords(ALL, !/^gpt-6-astra|^gpt-6\.\d-sol/.test(id));
}

/** Whether an OpenAI model must be called with the Responses wire. */
export function needsResponses(model: string, facts: { tools: boolean; reasoning: boolean; effort?: string | undefined }): boolean {
  if (/^gpt-5(?:\.\d+)?-(?:pro$|pro-|codex)/.test(model) && !/^gpt-5\.[24]-pro/.test(model)) return true;
  if (openaiTraits(model).control === 'none') return false;
  return facts.reasoning && (facts.tools || facts.effort === 'max');
}

/** The traits of a Claude model, and its other restrictions. */
export interface ClaudeTraits extends ReasoningTraits {
  /** What is sent if no reasoning is requested. `lowest`: it cannot be switched off, only set to its lowest effort. */
  off: 'disabled' | 'between_tools' | 'lowest' | 'nothing';
  nativeSchema: boolean;
  sampling: boolean;
}

const claude: ClaudeTraits = {
  control: 'adaptive',
  canDisable: true,
  words: ALL,
  minBudget: 0,
  off: 'disabled',
  nativeSchema: true,
  sampling: false,
};

/** The traits of a Claude model, also under the longer ids of cloud platforms. */
export const claudeTraits: (model: string) => ClaudeTraits = remembered(findClaudeTraits);

function findClaudeTraits(model: string): ClaudeTraits {
  if (!model.includes('claude') || /claude-(?:instant|v?2|3-(?!7))/.test(model)) {
    return { ...noReasoning, off: 'nothing', nativeSchema: false, sampling: true };
  }
  if (/claude-(?:3-7|opus-4(?:-[015@]|@|-2025|$)|sonnet-4(?:-[05]|@|-2025|$)|haiku-4)/.test(model)) {
    const nativeSchema = /4-5|opus-4-1/.test(model);
    return { ...claude, control: 'budget', words: THREE, minBudget: 1024, nativeSchema, sampling: true };
  }
  if (/claude-(?:opus|sonnet)-4-6/.test(model)) return { ...claude, words: [...THREE, 'max'], sampling: true };
  if (/claude-sonnet-5-5/.test(model)) return { ...claude, canDisable: false, off: 'between_tools' };
  if (/claude-(?:opus-5-5|fable-5)/.test(model)) return { ...claude, canDisable: false, off: 'lowest' };
  return claude;
}

/** The traits of a Gemini model. */
export function geminiTraits(model: string): ReasoningTraits {
  if (/gemini-2\.5-pro/.test(model)) return { control: 'budget', canDisable: false, words: THREE, minBudget: 128 };
  if (/gemini-2\.5-flash(?!.*image)/.test(model)) return { control: 'budget', canDisable: true, words: THREE, minBudget: 0 };
  if (!/gemini-(?:[3-9]|flash|pro)/.test(model) || /image|embedding|tts/.test(model)) return noReasoning;
  const version = /gemini-(\d+)(?:\.(\d+))?-(flash|pro)(?!-lite)/.exec(model);
  const recent = version === null ? model === 'gemini-flash-latest' : Number(version[1]) * 100 + Number(version[2] ?? 0) >= 307;
  return byWords(recent || version?.[3] === 'pro' ? THREE : MINIMAL, false);
}

/** The traits of an unknown model, behind a gateway or on a hub: the common effort names only. */
export const unknownTraits: ReasoningTraits = byWords(ALL);

/**
 * Returns the effort name that fits what a call may spend: the requested one, else the next weaker one, else the weakest. `undefined` if
 * the model has none.
 */
export function chooseWord(traits: ReasoningTraits, request: Pick<GenerationRequest, 'effort'>): EffortWord | undefined {
  const order: readonly ReasoningEffort[] = ['none', 'minimal', ...ALL];
  const requestedIndex = order.indexOf(request.effort ?? 'low');
  return traits.words.findLast((word) => order.indexOf(word) <= requestedIndex) ?? traits.words[0];
}
