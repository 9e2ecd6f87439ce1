export { ContentAgentChat } from './ContentAgentChat.tsx';
export type { ContentAgentChatProps } from './ContentAgentChat.tsx';
export type { Proposal, ProposedChange } from '../../state/assistant/proposal.ts';
