import { type EditorState, type Extension, Prec, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { type Command, EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { Words } from '../../../../messages/message.ts';
import { slashEn } from '../../../../messages/writing/slash-en.ts';
import { fold } from '../../../../state/text/fold.ts';
import type { LiveOptions } from '../live-options.ts';
import { type Block, BLOCKS } from './blocks.ts';
import { slashAt } from './slash-at.ts';

/** The open menu. */
interface Menu {
  /** Where its slash is. */
  readonly at: number;
  readonly blocks: readonly Block[];
  readonly active: number;
}

const LIST_ID = 'colo-slash-menu';
const optionId = (block: Block): string => `${LIST_ID}-${block.id}`;

const activate = StateEffect.define<number>();
const closed = StateEffect.define();

class SlashMenu {
  readonly field: StateField<Menu | null>;
  readonly #options: LiveOptions;
  readonly #words: Words<typeof slashEn>;

  constructor(options: LiveOptions, initial: EditorState) {
    this.#options = options;
    this.#words = options.wordsOf(slashEn);
    this.field = StateField.define<Menu | null>({
      create: () => this.#open(initial),
      update: (menu, transaction) => this.#next(menu, transaction),
      provide: (own) => [
        showTooltip.from(own, (menu) => menu && this.#tooltip(menu)),
        EditorView.contentAttributes.from(own, attributesOf),
      ],
    });
  }

  #found(query: string): readonly Block[] {
    const asked = fold(query);
    return BLOCKS.filter((block) => {
      const names = [...fold(this.#words[block.word]).split(/\s+/), block.id.toLowerCase()];
      return block.isOffered(this.#options.actions()) && (asked === '' || names.some((name) => name.startsWith(asked)));
    });
  }

  #open(state: EditorState): Menu | null {
    const at = slashAt(state);
    if (at === null) return null;
    const blocks = this.#found(state.sliceDoc(at + 1, state.selection.main.head));
    return blocks.length === 0 ? null : { at, blocks, active: 0 };
  }

  #next(menu: Menu | null, transaction: Transaction): Menu | null {
    for (const effect of transaction.effects) {
      if (effect.is(closed)) return null;
      if (effect.is(activate) && menu) return { ...menu, active: (effect.value + menu.blocks.length) % menu.blocks.length };
    }
    if (!transaction.docChanged) return transaction.selection ? null : menu;
    const isTyped = transaction.isUserEvent('input.type');
    if (menu === null && (!isTyped || transaction.isUserEvent('input.type.compose'))) return null;
    const opened = isTyped || transaction.isUserEvent('delete') ? this.#open(transaction.state) : null;
    return isFresh(menu, opened, transaction) ? opened : null;
  }

  choose(view: EditorView, block: Block | undefined): boolean {
    const menu = view.state.field(this.field, false);
    if (!menu || block === undefined) return false;
    view.dispatch({ changes: { from: menu.at, to: view.state.selection.main.head }, effects: closed.of(null), userEvent: 'delete' });
    view.focus();
    block.run(view, this.#options.actions());
    this.#options.announce(this.#words['slash.done']({ name: this.#words[block.word] }));
    return true;
  }

  #tooltip(menu: Menu): Tooltip {
    return {
      pos: menu.at,
      create: (view) => {
        const dom = document.createElement('div');
        dom.className = 'colo-slash';
        const list = document.createElement('div');
        list.id = LIST_ID;
        list.className = 'colo-slash-list';
        // It scrolls, so that it can be reached; its options are chosen from the text.
        list.tabIndex = 0;
        list.setAttribute('role', 'listbox');
        list.setAttribute('aria-label', this.#words['slash.label']);
        dom.append(list);
        const show = (shown: Menu): void => {
          list.replaceChildren(...shown.blocks.map((block, index) => this.#option(block, { view, isActive: index === shown.active })));
          list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
        };
        show(menu);
        return {
          dom,
          update: ({ state, startState }) => {
            const now = state.field(this.field, false);
            if (now && now !== startState.field(this.field, false)) show(now);
          },
        };
      },
    };
  }

  #option(block: Block, { view, isActive }: { readonly view: EditorView; readonly isActive: boolean }): HTMLElement {
    const option = document.createElement('div');
    option.id = optionId(block);
    option.className = 'colo-slash-option';
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', String(isActive));
    option.textContent = this.#words[block.word];
    if (block.mark !== '') {
      const mark = document.createElement('span');
      mark.className = 'colo-slash-mark';
      mark.setAttribute('aria-hidden', 'true');
      mark.textContent = block.mark;
      option.append(mark);
    }
    option.addEventListener('mousedown', (event) => event.preventDefault());
    option.addEventListener('click', () => this.choose(view, block));
    return option;
  }

  /** A command that has an effect while the menu is open, and no input method is writing. */
  whileOpen(run: (view: EditorView, menu: Menu) => boolean): Command {
    return (view) => {
      const menu = view.state.field(this.field, false);
      return !!menu && !view.composing && run(view, menu);
    };
  }
}

function attributesOf(menu: Menu | null): Record<string, string> {
  const block = menu?.blocks[menu.active];
  if (!menu || !block) return {};
  return { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': LIST_ID, 'aria-activedescendant': optionId(block) };
}

/**
 * The menu of blocks behind a slash: a list of which the text is the combobox. It is filtered by what is typed after the slash; Enter or Tab
 * chooses, Escape leaves what was typed as it is.
 */
export function slashMenu(options: LiveOptions, initial: EditorState): Extension {
  const menu = new SlashMenu(options, initial);
  const step = (by: 1 | -1): Command =>
    menu.whileOpen((view, { active }) => {
      view.dispatch({ effects: activate.of(active + by) });
      return true;
    });
  const take = menu.whileOpen((view, { blocks, active }) => menu.choose(view, blocks[active]));
  const leave = menu.whileOpen((view) => {
    view.dispatch({ effects: closed.of(null) });
    return true;
  });
  return [
    menu.field,
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: step(1) },
        { key: 'ArrowUp', run: step(-1) },
        { key: 'Enter', run: take },
        { key: 'Tab', run: take },
        { key: 'Escape', run: leave, stopPropagation: true },
      ]),
    ),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (view.state.field(menu.field, false)) view.dispatch({ effects: closed.of(null) });
      },
    }),
  ];
}

/** Whether a menu goes on with its own slash, or begins with one that was just typed: one that was left with Escape stays closed. */
function isFresh(menu: Menu | null, opened: Menu | null, { changes, state }: Transaction): boolean {
  if (opened === null) return false;
  if (menu !== null) return changes.mapPos(menu.at) === opened.at;
  return opened.at === state.selection.main.head - 1;
}
