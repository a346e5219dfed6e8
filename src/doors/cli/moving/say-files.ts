import { ERROR_CATALOGUE } from "../../../domain/index.js";
import { type CountedPlaces, type FilePlace, nameOfFile } from "../../../moving/index.js";
import type { CliParts } from "../session.js";
import type { MovingScreen } from "./moving-screen.js";

/** What is told of files, whichever command has to do with them. */
export interface ToldFiles {
  readonly state: "kept" | "copied" | "shared" | "none" | "left";
  readonly figures: { readonly files: number; readonly bytes: number; readonly sha256?: string };
  readonly damaged: readonly FilePlace[];
}

/** As `--json` gives it; whoever mends a file needs its owner and its name. */
export function filesData<Told extends ToldFiles>({ state, figures, damaged, ...rest }: Told) {
  const told = damaged.map((place) => ({ tenant: place.tenant, user: place.user, id: nameOfFile(place) }));
  return { state, ...figures, ...rest, damaged: told };
}

/** So many are named one by one; `--json` has all. */
const MOST_NAMED = 20;

/** Files that cannot be read are neither passed over in silence nor reason to keep nothing: they are named, and the command fails. */
export function sayDamaged({ screen, texts }: MovingScreen, parts: CliParts, damaged: readonly FilePlace[]): void {
  if (damaged.length === 0) return;
  parts.setExitCode(ERROR_CATALOGUE.STORE_CORRUPT.exit);
  screen.note(texts.filesDamaged(damaged.length));
  for (const place of damaged.slice(0, MOST_NAMED))
    screen.note(`  ${place.tenant} / ${place.user}: ${nameOfFile(place)}`);
}

export function sayFiles({ screen, texts }: MovingScreen, { state, figures }: ToldFiles): void {
  const { files, bytes } = figures;
  if (state === "left") screen.note(texts.filesLeft);
  else if (state === "shared") screen.say(texts.filesShared(files, bytes));
  else if (state !== "none") screen.say(texts.files(files, bytes));
}

export function sayPlaces({ screen, texts }: MovingScreen, { state, source, target }: CountedPlaces): void {
  if (state === "left") screen.note(texts.filesLeft);
  else if (state === "shared") screen.say(texts.filesShared(source.files, source.bytes));
  else if (state === "copied") {
    screen.say(texts.filesOnBoth(source.files, source.bytes, target.files, target.bytes));
    if (source.damaged > 0) screen.note(texts.filesDamaged(source.damaged));
  }
}
