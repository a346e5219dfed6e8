import { hasHan } from "../../language/index.js";
import { thirdPersonOf } from "../../language/slots/index.js";

interface Clause {
  readonly text: string;
}

const EN_OPENING = /^(?:(?:and|but|so|also|then|or|yet|plus)\b,? )+/iu;
const ZH_OPENING = /^(?:但是?|不过|可是|而且|并且|另外|同时|然后|还有|所以|而|[，,\s])+/u;
const EN_USER = /^(?:i|we)\b/iu;
const ZH_USER = /^(?:我|咱|俺)(?:们)?(?!的|家|爸|妈|哥|姐|弟|妹|爷|奶|外|老[婆公]|女|儿|朋友|同事)/u;
const EN_HEAD = /^(?:(?:my|our|the|her|his|their) )?[\p{L}\d'’-]+(?: \p{Lu}[\p{L}\d'’-]*)*/u;

function opened(text: string): string {
  const bare = text.trim();
  return hasHan(bare) ? bare.replace(ZH_OPENING, "") : bare.replace(EN_OPENING, "").replace(/’/gu, "'");
}

/** Whom a clause is about, as a key to compare; undefined where its words do not say. */
function headOf(text: string): string | undefined {
  const bare = opened(text);
  const han = hasHan(bare);
  if ((han ? ZH_USER : EN_USER).test(bare)) return "user";
  const other = thirdPersonOf(bare);
  if (other !== undefined) return other.subject;
  return han ? undefined : EN_HEAD.exec(bare)?.[0].toLowerCase();
}

const SHORTEST_NAME = 2;
const LONGEST_NAME = 6;

/** "周岚是周启的导师，周启负责…": the clause begins with what the words before it have named. */
export function namesAgain(clause: Clause, before: readonly Clause[]): boolean {
  const bare = opened(clause.text);
  const said = before.map((each) => each.text).join(" ");
  if (/^(?:i|we|my|our|the|a|an|it|this|that|there)\b|^[我咱俺你您他她它这那]/iu.test(bare)) return false;
  if (hasHan(bare.slice(0, SHORTEST_NAME))) {
    const head = /^\p{Script=Han}+/u.exec(bare)?.[0].slice(0, LONGEST_NAME) ?? "";
    return head.length >= SHORTEST_NAME && said.includes(head.slice(0, SHORTEST_NAME));
  }
  const name = /^\p{Lu}[\p{L}\d-]*/u.exec(bare)?.[0];
  return name !== undefined && new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, "u").test(said);
}

/** Whether a clause goes on about whom the ones before it are about, or whom they have named. */
export function isAboutSame(clause: Clause, before: readonly Clause[]): boolean {
  const [first] = before;
  const own = headOf(clause.text);
  if (own !== undefined && first !== undefined && own === headOf(first.text)) return true;
  return namesAgain(clause, before);
}
