import type { Turn, TurnId } from "../domain/index.js";
import { analyze, foldText, hasHan } from "../language/index.js";
import { rootOf } from "./spelling/bilingual.js";
import { initialsIn } from "./spelling/other-spellings.js";

const WORDS = /[\p{L}\p{N}]+/gu;
const HAN_RUN = /\p{Script=Han}+/gu;

/** The forms of a text, each made when it is first asked for: most texts are asked for few. */
export class TextForms {
  private heldFolded: string | undefined;
  private heldHan: boolean | undefined;
  private heldTerms: readonly string[] | undefined;
  private heldTermSet: ReadonlySet<string> | undefined;
  private heldWords: ReadonlySet<string> | undefined;
  private heldRoots: ReadonlySet<string> | undefined;
  private heldInitials: ReadonlySet<string> | undefined;

  constructor(readonly text: string) {}

  get folded(): string {
    this.heldFolded ??= foldText(this.text);
    return this.heldFolded;
  }

  get han(): boolean {
    this.heldHan ??= hasHan(this.text);
    return this.heldHan;
  }

  /** As the keyword index knows them, with repeats, in order. */
  get terms(): readonly string[] {
    this.heldTerms ??= analyze(this.text);
    return this.heldTerms;
  }

  get termSet(): ReadonlySet<string> {
    this.heldTermSet ??= new Set(this.terms);
    return this.heldTermSet;
  }

  /** Words that are not Han, folded and whole. */
  get words(): ReadonlySet<string> {
    this.heldWords ??= new Set(this.folded.replace(HAN_RUN, " ").match(WORDS) ?? []);
    return this.heldWords;
  }

  get roots(): ReadonlySet<string> {
    this.heldRoots ??= new Set([...this.words].map(rootOf));
    return this.heldRoots;
  }

  get initials(): ReadonlySet<string> {
    this.heldInitials ??= initialsIn(this.text);
    return this.heldInitials;
  }
}

/** The texts of one run, each read once whoever asks. Made for a run and gone with it: what is erased is held by nothing afterwards. */
export class RunTexts {
  private readonly known = new Map<string, TextForms>();

  of(text: string): TextForms {
    const before = this.known.get(text);
    if (before !== undefined) return before;
    const forms = new TextForms(text);
    this.known.set(text, forms);
    return forms;
  }
}

/** The words of a run: turns as they were read, and the forms of texts. */
export interface RunWords {
  readonly turns: ReadonlyMap<TurnId, Turn>;
  readonly texts: RunTexts;
}
