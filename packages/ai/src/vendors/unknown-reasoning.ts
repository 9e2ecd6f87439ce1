import type { GenerationRequest } from '../limits/generation.ts';
import { chooseWord, unknownTraits } from '../models/reasoning-table.ts';
import { plainPlan, type ReasoningPlan } from '../text/vendor.ts';

/**
 * The plan for unknown models: the effort that the call names, `none` included, and nothing if it names none, because a model that does not
 * reason may reject the field itself.
 */
export function unknownReasoning(request: GenerationRequest): ReasoningPlan {
  const word = request.reasoningRequested ? (chooseWord(unknownTraits, request) ?? 'low') : request.effort === 'none' ? 'none' : undefined;
  return { ...plainPlan(request), ...(word === undefined ? {} : { providerOptions: { wire: { reasoning_effort: word } } }) };
}
