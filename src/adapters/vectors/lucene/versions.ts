/** Whether `2.11.1` is at least `2.4`. */
export function isAtLeast(version: string, wanted: readonly [major: number, minor: number]): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);
}
