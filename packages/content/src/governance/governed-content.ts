import { LinkedContent } from './linked-content.ts';
import { answerGovernance, type GovernanceAnswer, type ResolvedGovernance, resolveGovernanceOf } from './resolve.ts';

/** What a record of content can do about how it is governed. */
export class GovernedContent extends LinkedContent {
  /** How the record's type and variant are governed. */
  resolveGovernance(): Promise<ResolvedGovernance> {
    return resolveGovernanceOf(this.database, this);
  }

  /** As `resolveGovernance`, with the policies and profiles that there are. */
  governanceState(): Promise<GovernanceAnswer> {
    return answerGovernance(this.database, this);
  }
}
