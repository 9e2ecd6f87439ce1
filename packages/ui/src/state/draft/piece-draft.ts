import type { ColophonClient } from '../client-port.ts';
import { type FormFields, formOf, isRecordField } from '../editor/form.ts';
import type { Links } from '../editor/save-links.ts';
import type { Json } from '../records.ts';
import { same } from '../fields.ts';
import type { CopyPlace, DraftCopies } from './draft-copies.ts';
import type { DraftSnapshot } from './draft-snapshot.ts';
import type * as draftKit from './draft-kit.ts';
import type { SharedDraft } from './shared-draft.ts';

type DraftKit = typeof draftKit;

/** What a form shows, as its draft says it. */
export interface DraftForm {
  readonly fields: FormFields;
  readonly links: Links;
}

export interface PieceDraftOptions {
  readonly client: ColophonClient;
  readonly place: CopyPlace;
  readonly copies: DraftCopies | null;
  readonly isPrivate: boolean;
  /** Called after each change. */
  readonly changed: () => void;
}

/** The draft of the piece that an editor has open, in the words of its form. */
export class PieceDraft {
  readonly #options: PieceDraftOptions;
  #kit: DraftKit | null = null;
  #shared: SharedDraft | null = null;
  #isStopped = false;
  readonly #loaded: Promise<void>;

  constructor(options: PieceDraftOptions) {
    this.#options = options;
    this.#loaded = this.#load();
  }

  /** Null until it is loaded. */
  get snapshot(): DraftSnapshot | null {
    return this.#shared?.getSnapshot() ?? null;
  }

  get shared(): SharedDraft | null {
    return this.#shared;
  }

  /** Whether it can be written: what is edited is then in the draft. */
  get isOpen(): boolean {
    return this.snapshot?.phase === 'open' && this.#shared?.shared != null;
  }

  /** Whether what it says is what the form shows. */
  get isShown(): boolean {
    return this.snapshot?.phase === 'open' && this.snapshot.values !== null;
  }

  /** What the draft says; fields of the record alone are those of `record`. */
  form(record: FormFields): DraftForm | null {
    const values = this.snapshot?.values ?? null;
    return values && this.#kit && { fields: this.#kit.formOfDraft(values, record), links: this.#kit.linksOfValues(values) };
  }

  /** A form as a draft would say it: with its line ends, and lists without repetitions. */
  normal({ fields, links }: DraftForm): DraftForm {
    if (!this.#kit) return { fields, links };
    const values = this.#kit.valuesOfForm(fields, links);
    return { fields: this.#kit.formOfDraft(values, fields), links };
  }

  /** Makes the draft say what a form says. @throws DraftError for what no draft can say */
  write({ fields, links }: DraftForm): void {
    const document = this.#shared?.shared;
    if (document && this.#kit) this.#kit.writeForm(document, this.#kit.valuesOfForm(fields, links, this.snapshot?.values ?? undefined));
  }

  /** Carries what was edited before the draft was open onto it. */
  carry(base: DraftForm, mine: DraftForm): void {
    const kit = this.#kit;
    const standing = this.snapshot?.values ?? undefined;
    if (!kit || standing === undefined) return;
    this.#shared?.carry(kit.valuesOfForm(base.fields, base.links, standing), kit.valuesOfForm(mine.fields, mine.links, standing));
  }

  /** Returns the links of the stored piece, if the draft says nothing else than the record; null if it does. */
  async storedLinks(): Promise<Links | null> {
    const compared = await this.#shared?.compare();
    return compared && !compared.isChanged && this.#kit ? this.#kit.linksOfValues(compared.values) : null;
  }

  /** @returns the name of the state that was kept; null where there is no draft. @throws ProblemError */
  async flush(): Promise<string | null> {
    await this.#loaded;
    return this.#shared?.flush() ?? null;
  }

  /** Waits until the draft has what a save of the record changed by itself. */
  async reached(rev: number): Promise<void> {
    await this.#shared?.reached(rev);
  }

  stop(): void {
    this.#isStopped = true;
    this.#shared?.stop();
  }

  async #load(): Promise<void> {
    try {
      this.#kit = await import('./draft-kit.ts');
    } catch {
      // Without its code the form stays one without a draft.
      return;
    }
    if (this.#isStopped) return;
    const { client, place, copies, isPrivate, changed } = this.#options;
    this.#shared = new this.#kit.SharedDraft({ client, place, copies, isPrivate });
    this.#shared.subscribe(changed);
    changed();
  }
}

/** Returns the fields of the record alone that differ between two forms. */
export function recordChanges(base: FormFields, form: FormFields): Partial<FormFields> {
  const names = (Object.keys(formOf(null)) as (keyof FormFields)[]).filter(isRecordField);
  return Object.fromEntries(names.filter((name) => !same(base[name] as Json, form[name] as Json)).map((name) => [name, form[name]]));
}
