import type { ReactElement } from 'react';
import { chatLabelEn } from '../../../messages/chat/label.ts';
import type { AssistantRegistration } from '../../../state/assistant/registration.ts';
import type { Store } from '../../../state/store.ts';
import { Busy } from '../../controls/Busy.tsx';
import { Loaded } from '../../controls/Loaded.tsx';
import { useStore } from '../../provider/use-store.ts';
import { useWords } from '../../provider/use-words.ts';

const loadChat = () => import('../../chat/index.ts');

/** The assistant beside the text: loaded, and asked whether it is there, when it is first shown. */
export function AssistantPane({ registration }: { readonly registration: Store<AssistantRegistration | null> }): ReactElement {
  const words = useWords(chatLabelEn);
  const assistant = useStore(registration);
  return (
    <div className="colo-aside-section" data-part="assistant">
      <h2 className="colo-aside-title">{words['chat.label']}</h2>
      <Loaded load={loadChat} waiting={<Busy lines={3} />}>
        {({ ContentAgentChat }) => <ContentAgentChat contentId={assistant?.context.contentId ?? null} assistantContext={assistant} />}
      </Loaded>
    </div>
  );
}
