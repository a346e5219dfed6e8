/** Spaces, controls, and what shows nothing by its nature: zero-width characters, marks of direction, tags, fillers, variation selectors. */
const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a reader would see nothing of a text: empty, or spaces, zero-width characters and marks of direction only. Linear in the text. */
export function isBlank(text: string): boolean {
  return NOTHING_TO_SEE.test(text);
}
