import { Component, type ReactElement, type ReactNode } from 'react';
import { useColophon } from '../provider/colophon-context.ts';
import { Notice } from './Notice.tsx';

interface GuardProps {
  readonly children: ReactNode;
}

/** An error boundary: a part that fails to render does not affect the rest, such as the text in an editor. */
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
