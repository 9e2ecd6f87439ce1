import { Component, type ReactElement, type ReactNode } from 'react';
import { useColophon } from '../provider/colophon-context.ts';
import { Notice } from './Notice.tsx';

interface GuardProps {
  readonly children: ReactNode;
}

/** Keeps what fails while it is drawn from taking the page with it: the text in an editor stays, whatever stands beside it. */
export class Guard extends Component<GuardProps, { readonly isBroken: boolean }> {
  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }

  override readonly state: { readonly isBroken: boolean } = { isBroken: false };

  override render(): ReactNode {
    return this.state.isBroken ? <Broken onRetry={() => this.setState({ isBroken: false })} /> : this.props.children;
  }
}

function Broken({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  const { messages } = useColophon();
  return (
    <Notice
      tone="danger"
      actions={
        <button type="button" className="colo-button" onClick={onRetry}>
          {messages['common.retry']}
        </button>
      }
    >
      <p>{messages['problem.broken']}</p>
    </Notice>
  );
}
