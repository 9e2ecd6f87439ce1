import { type ReactElement, useState } from 'react';
import { chatLabelEn } from '../../../messages/chat/label.ts';
import type { AssistantRegistration } from '../../../state/assistant/registration.ts';
import type { Store } from '../../../state/store.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';

const loadChat = () => import('../../chat/index.ts');

/** The assistant beside the text: loaded, and asked whether it is there, once it is opened. */
export function AssistantFold({ registration }: { readonly registration: Store<AssistantRegistration | null> }): ReactElement | null {
  const { client } = useColophon();
  const words = useWords(chatLabelEn);
  const [isOpened, setIsOpened] = useState(false);
  if (client === null) return null;
  return (
    <details className="colo-fold" onToggle={() => setIsOpened(true)}>
      <summary className="colo-fold-title">{words['chat.label']}</summary>
      {isOpened && (
        <div className="colo-stack">
          <LoadedChat registration={registration} />
        </div>
      )}
    </details>
  );
}

function LoadedChat({ registration }: { readonly registration: Store<AssistantRegistration | null> }): ReactElement {
  const assistant = useStore(registration);
  return (
    <Loaded load={loadChat} waiting={<Busy lines={3} />}>
      {({ ContentAgentChat }) => <ContentAgentChat contentId={assistant?.context.contentId ?? null} assistantContext={assistant} />}
    </Loaded>
  );
}
