import type { Checked } from './check-material.ts';
import type { Told } from './sentences.ts';

/** A button below a result. */
export interface NextStep {
  readonly label: string;
  readonly run: () => void;
}

/** Shows what a check found. Everything is written as text: nothing of a piece becomes part of this page. */
export function showResult(section: HTMLElement, told: Told, text: Checked['text'], next?: NextStep): void {
  const parts: Node[] = [heading(told.headline), ...told.notices.map((each) => element('p', each))];
  if (next) parts.push(button(next));
  parts.push(...list('Proved', 'proved', told.proved), ...list('Not proved', 'open', told.notProved));
  parts.push(...list('Could not be checked here', 'unchecked', told.unchecked));
  if (text) parts.push(signedText(text));
  show(section, told.state, parts);
}

/** Shows why nothing could be checked. */
export function showProblem(section: HTMLElement, message: string, next?: NextStep): void {
  const parts: Node[] = [heading('Not checked'), element('p', message), element('p', 'This says nothing about the piece.')];
  show(section, 'problem', next ? [...parts, button(next)] : parts);
}

/** Shows that a check is under way. */
export function showWork(section: HTMLElement): void {
  show(section, 'work', [heading('Checking…')]);
}

function show(section: HTMLElement, state: string, parts: readonly Node[]): void {
  section.hidden = false;
  section.dataset['state'] = state;
  section.replaceChildren(...parts);
  if (state !== 'work') section.focus();
}

function heading(text: string): HTMLElement {
  const found = element('h2', text);
  found.id = 'verdict';
  return found;
}

function list(title: string, kind: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const items = document.createElement('ul');
  items.className = kind;
  // A list without markers is otherwise not announced as one.
  items.setAttribute('role', 'list');
  items.append(...lines.map((line) => element('li', line)));
  return [element('h3', title), items];
}

function signedText({ title, description, body }: NonNullable<Checked['text']>): HTMLElement {
  const details = document.createElement('details');
  const text = element('pre', [title, description, body].filter((each) => each !== '').join('\n\n'));
  text.tabIndex = 0;
  text.setAttribute('aria-label', 'The signed text');
  text.setAttribute('role', 'region');
  text.dir = 'auto';
  details.append(element('summary', 'The signed text, as it was written'), text);
  return details;
}

function button({ label, run }: NextStep): HTMLElement {
  const found = element('button', label) as HTMLButtonElement;
  found.type = 'button';
  found.className = 'main';
  found.addEventListener('click', run);
  return found;
}

function element(name: string, text: string): HTMLElement {
  const found = document.createElement(name);
  // What controls the direction of the text around it is left out.
  found.textContent = text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
  return found;
}
