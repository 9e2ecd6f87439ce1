import { syntaxTree } from '@codemirror/language';
import { type EditorView, WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

function span(className: string, text = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

/** The bullet of a list. */
export class BulletWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    return span('colo-live-bullet', '•');
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The box of a task; a press sets or clears it, and the caret stays where it is. */
export class TaskWidget extends WidgetType {
  readonly #isDone: boolean;
  readonly #label: string;

  constructor(isDone: boolean, label: string) {
    super();
    this.#isDone = isDone;
    this.#label = label;
  }

  override eq(other: TaskWidget): boolean {
    return other.#isDone === this.#isDone && other.#label === this.#label;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.className = 'colo-live-task';
    box.tabIndex = -1;
    box.addEventListener('mousedown', (event) => event.preventDefault());
    box.addEventListener('click', (event) => {
      event.preventDefault();
      toggleTask(view, view.posAtDOM(box));
    });
    this.#show(box);
    return box;
  }

  override updateDOM(dom: HTMLElement): boolean {
    this.#show(dom as HTMLInputElement);
    return true;
  }

  #show(box: HTMLInputElement): void {
    box.checked = this.#isDone;
    box.setAttribute('aria-label', this.#label);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Sets or clears the box of the task in the line at a position; false if there is none. */
export function toggleTask(view: EditorView, at: number): boolean {
  if (view.state.readOnly) return false;
  const line = view.state.doc.lineAt(at);
  let found: SyntaxNode | undefined;
  syntaxTree(view.state).iterate({
    from: line.from,
    to: line.to,
    enter: ({ name, node, from }) => {
      if (name === 'TaskMarker' && from >= line.from) found ??= node;
    },
  });
  if (found === undefined) return false;
  const isDone = /x/i.test(view.state.sliceDoc(found.from, found.to));
  view.dispatch({ changes: { from: found.from + 1, to: found.to - 1, insert: isDone ? ' ' : 'x' }, userEvent: 'input' });
  return true;
}

/** A line across the text. */
export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const rule = span('colo-live-rule');
    rule.setAttribute('role', 'separator');
    return rule;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The language of a block of code. */
export class CodeLabelWidget extends WidgetType {
  readonly #label: string;

  constructor(label: string) {
    super();
    this.#label = label;
  }

  override eq(other: CodeLabelWidget): boolean {
    return other.#label === this.#label;
  }

  override toDOM(): HTMLElement {
    return span('colo-live-block-label', this.#label);
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
