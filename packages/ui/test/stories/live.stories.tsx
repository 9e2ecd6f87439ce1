import { cursorCharLeft, cursorCharRight } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { type ReactElement, useState } from 'react';
import { BodyEditor, type BodyEditorProps } from '../../src/components/body/index.ts';
import { HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';
import { tryTexts } from './try-texts.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Every construct that a text can have. */
export const CONSTRUCTS = `# The council

## A *night* sitting ##

The council **met** on _Monday_ and found ~~no~~ the \`money\`. See [the minutes](https://example.org/minutes "Minutes"),
<https://example.org>, https://example.org/plain and [what is owed][debt]. 5 \\* 5, ![a mark](${PIXEL}) and [sic].

Under
-----

> Nobody spoke against it.
> > Not even the **mayor**.

- the mill
- the bridge
  - its *railing*

    and its lamps
- [ ] ask the mayor
- [x] count the votes

1. first
2. second

![A crowd](${PIXEL} "In front of the hall")

![](${PIXEL})

***

\`\`\`js
const **votes** = 12;
\`\`\`

    indented code

<aside>As it is</aside>

| Item | Cost |
| :--- | ---: |
| Mill | 12 |
| Bridge \\| lamps | **40** |

A claim[^1] and another[^two].

[^1]: From the *minutes*.
[^two]: Nobody knows.

[debt]: https://example.org/debt
`;

const ARABIC = `## اجتماع المجلس

اجتمع **المجلس** يوم _الاثنين_ ووجد \`const money = 12;\` انظر [المحضر](https://example.org/minutes) و https://example.org/plain.

- الطاحونة
- [ ] اسأل العمدة

> لم يعترض أحد.

![حشد](${PIXEL} "أمام القاعة")

| البند | الكلفة |
| --- | --- |
| الطاحونة | 12 |

حاشية[^1]

[^1]: من المحضر.
`;

/** What a test asks of the text in the page. */
interface LivePage {
  text(): string;
  caret(): number;
  place(at: number): void;
  /** The offsets that the caret reaches by the arrows. */
  walk(isForward: boolean, from: number, to: number): number[];
  tryTexts: typeof tryTexts;
}

declare global {
  var livePage: LivePage;
}

function view(): EditorView {
  const found = EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor') ?? document.body);
  if (found === null) throw new Error('No text is shown.');
  return found;
}

globalThis.livePage = {
  text: () => view().state.doc.toString(),
  caret: () => view().state.selection.main.head,
  place(at) {
    view().focus();
    view().dispatch({ selection: { anchor: at }, scrollIntoView: true });
  },
  walk(isForward, from, to) {
    this.place(from);
    const reached = [from];
    const command = isForward ? cursorCharRight : cursorCharLeft;
    for (let at = from; at !== to && command(view()) && this.caret() !== at;) reached.push((at = this.caret()));
    return reached;
  },
  tryTexts,
};

function Surface({ text, ...props }: { readonly text: string } & Partial<BodyEditorProps>): ReactElement {
  const [value, setValue] = useState(text);
  return <BodyEditor value={value} onChange={setValue} label="Text" isLive {...props} />;
}

export const stories: Stories = {
  'live, every construct': () => ({ render: () => <Surface text={CONSTRUCTS} /> }),
  'live, marks only in the source': () => ({ render: () => <Surface text={CONSTRUCTS} showsMarks={false} /> }),
  'live, Arabic': () => ({ provider: { locale: 'ar' }, render: () => <Surface text={ARABIC} lang="ar" /> }),
  'live, hostile': () => ({ render: () => <Surface text={`${HOSTILE_TEXT}\n\n[a](javascript:alert(1))\n\n![a](javascript:alert(1))`} /> }),
  'live, read only': () => ({ render: () => <Surface text={CONSTRUCTS} readOnly /> }),
  'live, empty': () => ({ render: () => <Surface text="" /> }),
};
