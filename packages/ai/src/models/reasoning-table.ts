/** How a family of models is told to think. Kept in step with the vendors' pages; see `modelTableDate`. */
export interface ReasoningTraits {
  /**
   * `words`: an effort only. `budget`: a number of tokens. `adaptive`: the vendor decides, an effort guides.
   * `none`: the model does not reason.
   */
  control: 'words' | 'budget' | 'adaptive' | 'none';
  canDisable: boolean;
  /** The lowest effort, for models that cannot be switched off. */
  lowest: 'none' | 'minimal' | 'low';
  /** The smallest budget the vendor takes. */
  minBudget: number;
}

const noReasoning: ReasoningTraits = { control: 'none', canDisable: true, lowest: 'none', minBudget: 0 };

/** The traits of an OpenAI model; ids behind a gateway are read after the last slash. */
export function openaiTraits(model: string): ReasoningTraits {
  const id = model.slice(model.lastIndexOf('/') + 1);
  if (/^o\d/.test(id)) return { control: 'words', canDisable: false, lowest: 'low', minBudget: 0 };
  const gpt = /^gpt-(\d+)(?:\.(\d+))?(?:-(.*))?$/.exec(id);
  if (!gpt || Number(gpt[1]) < 5) return noReasoning;
  const [, major, minor, variant = ''] = gpt;
  if (variant.startsWith('chat') && minor === undefined) return noReasoning;
  if (/pro|codex|chat/.test(variant)) return { control: 'words', canDisable: false, lowest: 'low', minBudget: 0 };
  if (Number(major) === 5 && minor === undefined) return { control: 'words', canDisable: false, lowest: 'minimal', minBudget: 0 };
  const fixed = /^gpt-6-astra|^gpt-6\.1-sol/.test(id);
  return { control: 'words', canDisable: !fixed, lowest: fixed ? 'low' : 'none', minBudget: 0 };
}

/** Whether an OpenAI model must be asked over the Responses wire. */
export function needsResponses(model: string, facts: { tools: boolean; reasoning: boolean }): boolean {
  if (/^gpt-5(?:\.\d+)?-(?:pro$|pro-|codex)/.test(model) && !/^gpt-5\.[24]-pro/.test(model)) return true;
  return facts.tools && facts.reasoning && openaiTraits(model).control !== 'none';
}

/** The traits of a Claude model, also under a cloud platform's longer id. */
export function claudeTraits(model: string): ReasoningTraits {
  if (!model.includes('claude')) return noReasoning;
  if (/claude-(?:instant|v?2|3-(?!7))/.test(model)) return noReasoning;
  if (/claude-(?:3-7|opus-4(?:-[015@]|@|-2025)|sonnet-4(?:-[05]|@|-2025)|haiku-4)/.test(model)) {
    return { control: 'budget', canDisable: true, lowest: 'none', minBudget: 1024 };
  }
  const fixed = /claude-(?:opus-5-5|sonnet-5-5|fable-5)/.test(model);
  return { control: 'adaptive', canDisable: !fixed, lowest: fixed ? 'low' : 'none', minBudget: 0 };
}

/** The traits of a Gemini model. */
export function geminiTraits(model: string): ReasoningTraits {
  if (/gemini-2\.5-pro/.test(model)) return { control: 'budget', canDisable: false, lowest: 'low', minBudget: 128 };
  if (/gemini-2\.5-flash(?!.*image)/.test(model)) return { control: 'budget', canDisable: true, lowest: 'none', minBudget: 0 };
  if (/gemini-(?:[3-9]|flash|pro)/.test(model) && !/image|embedding|tts/.test(model)) {
    return { control: 'words', canDisable: false, lowest: 'low', minBudget: 0 };
  }
  return noReasoning;
}
