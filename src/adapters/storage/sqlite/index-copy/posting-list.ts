import { grown } from "../../relational/index.js";

/** Which slots hold a term, and how often. */
export class PostingList {
  slots: Int32Array;
  frequencies: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.slots = new Int32Array(capacity);
    this.frequencies = new Int32Array(capacity);
  }

  get bytes(): number {
    return this.slots.byteLength + this.frequencies.byteLength;
  }

  add(slot: number, frequency: number): void {
    this.slots = grown(this.slots, this.length + 1, 0);
    this.frequencies = grown(this.frequencies, this.length + 1, 0);
    this.slots[this.length] = slot;
    this.frequencies[this.length] = frequency;
    this.length++;
  }
}
