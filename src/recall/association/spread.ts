/** Between two things, 0–1: how much of what excites the one reaches the other. */
export interface Link<Id> {
  readonly from: Id;
  readonly to: Id;
  readonly strength: number;
}

/** How excitation spreads. */
export interface Spreading {
  /** Further than so many links nothing is reached. */
  readonly steps: number;
  /** What is left of it after a link. 0–1 */
  readonly damping: number;
}

/**
 * Spreading activation (Collins and Loftus 1975), with the fan effect of ACT-R (Anderson 1983): what a thing passes on is divided among
 * its links, so that one that is linked to everything says nothing. Gives what each thing received from the others, as a share of the most
 * received, 0–1; one that nothing reached is absent. What comes back to where it began is not counted.
 */
export function spreadActivation<Id>(
  seeds: ReadonlyMap<Id, number>,
  links: readonly Link<Id>[],
  { steps, damping }: Spreading,
): ReadonlyMap<Id, number> {
  const fan = new Map<Id, number>();
  for (const { from, strength } of links) fan.set(from, (fan.get(from) ?? 0) + strength);
  const received = new Map<Id, number>();
  for (const [seed, weight] of seeds) {
    let front = new Map([[seed, weight]]);
    for (let step = 0; step < steps; step++) {
      const next = new Map<Id, number>();
      for (const { from, to, strength } of links) {
        const excited = front.get(from);
        if (excited === undefined || to === seed) continue;
        next.set(to, (next.get(to) ?? 0) + (damping * excited * strength) / Math.max(1, fan.get(from) ?? 1));
      }
      for (const [id, share] of next) received.set(id, (received.get(id) ?? 0) + share);
      front = next;
    }
  }
  const most = Math.max(0, ...received.values());
  return most === 0 ? new Map() : new Map([...received].map(([id, share]) => [id, share / most]));
}
