import type { GenerationRequest } from '../limits/generation.ts';
import { chooseWord, unknownTraits } from '../models/reasoning-table.ts';
import { plainPlan, type ReasoningPlan } from '../text/vendor.ts';

/**
 * The plan for models of which nothing is known: a word when the call names one, `none` included, and nothing when it
 * says nothing, because a model that does not reason may refuse the very question.
 */
export function unknownReasoning(request: GenerationRequest): ReasoningPlan {
  const word = request.reasoningRequested ? (chooseWord(unknownTraits, request) ?? 'low') : request.effort === 'none' ? 'none' : undefined;
  return { ...plainPlan(request), ...(word === undefined ? {} : { providerOptions: { wire: { reasoning_effort: word } } }) };
}
