import type { Scope } from "../domain/index.js";

/**
 * Tells whether anything of a scope has changed since an earlier look, at the price of a look: what caches go by.
 * - Two equal stamps of one scope: nothing that recall reads was committed between them, by whatever process on the same store.
 * - Another stamp means that something may have changed; a write that changes nothing readable may change it too.
 * - Sees every write that was acknowledged before the call. Other scopes' writes do not change it. A scope never written has a stamp.
 */
export interface ChangeStamps {
  stampOf(scope: Scope): Promise<string>;
}
