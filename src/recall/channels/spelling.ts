import { shareSpelledOtherwise } from "../spelling/spelled-otherwise.js";
import type { Channel } from "./channel.js";

/** Words of the query that the item holds in another form: `k8s`, a slip of the hand, the other language. Keywords see none of them. */
export const spellingChannel: Channel = {
  weight: "spelling",
  neutral: 0,
  score(candidate, { query, formsOf }) {
    const text = formsOf?.(candidate);
    if (text === undefined) return undefined;
    const share = shareSpelledOtherwise(query.sought, text);
    return share === 0 ? undefined : share;
  },
};
