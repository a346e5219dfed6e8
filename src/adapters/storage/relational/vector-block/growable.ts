type Numbers = Uint8Array | Int32Array | Float64Array;

/** The same array, or a longer one with the same beginning, such that `length` fits; new places hold `fill`. */
export function grown<Array extends Numbers>(array: Array, length: number, fill: number): Array {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => Array)(Math.max(length, array.length * 2, 64));
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}
