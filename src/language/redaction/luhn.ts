/** ISO/IEC 7812-1, annex B (Luhn). */
export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
