import type { Detection } from "./detection.js";

/**
 * Shapes that providers document for their keys and tokens, with enough of a tail that no word looks alike. Prefixes are grouped by
 * the signs that may follow; a tail without a digit is not taken.
 */
const PROVIDER_KEYS = [
  // Models and their tools.
  "sk-(?:proj-|ant-|or-|svcacct-|admin-|live-|test-|lf-|kimi-)?[\\w-]{20,240}",
  "(?:gsk|r8|hf|nvapi|pplx|tvly|xai|lsv2_[ps]t|jina|tgp_v1|fastgpt|e2b)[_-][\\w-]{20,255}",
  "bce-v3/ALTAK-[\\w-]{10,40}/[0-9a-f]{20,64}",
  "[0-9a-f]{32}\\.[A-Za-z0-9]{16}",
  // Clouds.
  "A(?:KIA|SIA|GPA|IDA|ROA|BIA|CCA)[0-9A-Z]{16}",
  "ABSK[A-Za-z0-9+/=]{40,255}",
  "LTAI[A-Za-z0-9]{12,26}",
  "AKID[A-Za-z0-9]{13,40}",
  "AK(?:LT|TP)[A-Za-z0-9_-]{16,80}={0,2}",
  "JDC_[A-Z0-9]{20,40}",
  "AIza[\\w-]{30,45}",
  "AQ\\.[\\w-]{30,80}",
  "1//0[\\w-]{30,200}",
  "GOCSPX-[\\w-]{20,64}",
  "GOOG[A-Z0-9]{16,60}",
  "do[por]_v1_[a-f0-9]{64}",
  "fo1_[\\w-]{30,255}|fm[12]_[\\w+/=-]{30,255}",
  "v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,200}",
  "tskey-[a-z]{3,8}-[\\w-]{16,100}",
  "SCW[0-9A-Z]{17}",
  // Code and delivery.
  "gh[pousr]_[A-Za-z0-9]{20,255}",
  "github_pat_\\w{22,255}",
  "gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent|oas)-[\\w.-]{20,255}",
  "AT(?:ATT|BB|CTT)[A-Za-z0-9_=-]{20,255}",
  "npm_[A-Za-z0-9]{30,64}",
  "pypi-[\\w-]{40,255}",
  "rubygems_[0-9a-f]{40,64}",
  "oy2[a-z0-9]{43}",
  "cio[A-Za-z0-9]{32}",
  "dckr_(?:pat|oat)_[\\w-]{20,64}",
  "AKCp[A-Za-z0-9]{60,80}",
  "CCIPAT_[A-Za-z0-9]{16,32}_[0-9a-f]{40}",
  "bk(?:ua|at|ct)_[0-9a-f]{30,64}",
  "sq[pau]_[0-9a-f]{40}",
  "sntry[su]_[\\w+/=-]{30,500}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}",
  "pul-[0-9a-f]{40}",
  "dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]{1,40}\\.)?[A-Za-z0-9]{30,64}",
  "hv[sbr]\\.[\\w-]{20,300}",
  "(?:vercel|nfp|sbp|sb_secret|rdme|figd|ntn|pscale_(?:tkn|pw|oauth)|PMAK|CFPAT|NRAK|NRJS|NRII|glc|glsa|phx|lin_(?:api|oauth)|apify_api|shp(?:at|ca|pa|ss))[_-][\\w=+-]{20,400}",
  "AGE-SECRET-KEY-1[0-9A-Z]{50,64}",
  "dapi[0-9a-f]{32}(?:-\\d)?",
  // Messages, money, files.
  "(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,240}",
  "sq0[a-z]{3}-[\\w-]{20,64}|EAAA[A-Za-z][\\w-]{50,80}",
  "whsec_[\\w+/=-]{20,255}",
  "xox[abceoprs]-[A-Za-z0-9-]{10,255}|xoxe\\.xox[bp]-[A-Za-z0-9-]{20,255}",
  "xapp-[A-Za-z0-9-]{20,255}",
  "SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}",
  "(?:xkeysib|xsmtpsib|mlsn)[-_.][\\w-]{24,200}",
  "key-[0-9a-f]{32}",
  "[0-9a-f]{32}-us\\d{1,2}",
  "S[KC][0-9a-f]{32}",
  "SEC[0-9a-f]{64}",
  "pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}",
  "secret_[A-Za-z0-9]{40,50}",
  "[ps]k\\.eyJ[\\w-]{20,200}\\.[\\w-]{20,40}",
  "sl\\.(?:u\\.)?[\\w-]{60,1200}",
  "EAA[A-Za-z0-9]{60,300}",
  "IGQV[\\w-]{60,300}",
  "p8e-[\\w-]{20,64}",
];
const PROVIDER = new RegExp(`(?<![\\w-])(?:${PROVIDER_KEYS.join("|")})(?![\\w])`, "gu");

/** Prefixes that are words as well: what follows must be mixed through and through, or a long hexadecimal number. */
const COMMON_PREFIX =
  /(?<![\w/.=-])(?:app|pat|pa|fc|ops|fw|local|sess|re|rnd|key|tok|mch|vc[apikr]|bb|dev|svc)[_-](?:(?:live|prod|test)[_-])?(?<tail>[\w-]{20,240})(?![\w/])/gu;

/** Names of things that are numbered in the same manner and open nothing: payments, messages, runs, files. */
const OBJECT_ID =
  /^(?:sha\d{1,3}|md5|cus|pi|pm|seti|evt|ch|py|price|prod|plan|sub|si|in|ii|acct|txn|tr|po|re|card|src|cs|prod|asst|thread|run|step|msg|file|req|toolu|call|resp|rs|fc|org|user|usr|proj|batch|vs|ft|ftjob|chatcmpl|cmpl|embd|img|image|video|doc|page|node|pod|job|task|build|commit|trace|span|session|event|log|id|uid|uuid|ref|txid|blob|obj|vol|snap|ami|subnet|vpc|sg|arn|v\d)$/iu;
/** Any other provider's: a short name, perhaps of parts, and a long tail of all three kinds of signs. */
const PREFIXED =
  /(?<![\w/.=:+-])(?<name>[A-Za-z][A-Za-z0-9]{1,11}(?:[_-][a-z0-9]{1,8}){0,3})[_-](?<tail>[A-Za-z0-9]{24,240}(?:[_-][A-Za-z0-9]{4,120}){0,4}={0,2})(?![\w/])/gu;

/** How often the kind of sign changes: small letter, capital, digit. */
function mixOf(value: string): number {
  let changes = 0;
  let last = "";
  for (const sign of value) {
    const kind = sign >= "0" && sign <= "9" ? "d" : sign >= "a" && sign <= "z" ? "l" : sign <= "Z" ? "u" : "o";
    if (kind !== last) changes += 1;
    last = kind;
  }
  return changes;
}

/** Letters of both cases and digits, thoroughly mixed: no word, name or hash is. */
export function isThoroughlyMixed(value: string): boolean {
  return /\d/u.test(value) && /[a-z]/u.test(value) && /[A-Z]/u.test(value) && mixOf(value) >= value.length / 3;
}

export function* findVendorKeys(text: string): Generator<Detection> {
  for (const match of text.matchAll(PROVIDER)) {
    const bare = match[0].replace(/[-_]+$/u, "");
    if (/\d/u.test(bare.slice(4)) && !/[xX]{8}/u.test(bare))
      yield { kind: "api-key", start: match.index, end: match.index + bare.length };
  }
  for (const match of text.matchAll(COMMON_PREFIX)) {
    const parts = (match.groups?.tail ?? "").split(/[-_]/u);
    if (parts.some((part) => /^[0-9a-f]{32,64}$/u.test(part) || (part.length >= 16 && isThoroughlyMixed(part))))
      yield { kind: "api-key", start: match.index, end: match.index + match[0].length };
  }
  for (const match of text.matchAll(PREFIXED)) {
    const { name = "", tail = "" } = match.groups ?? {};
    if (OBJECT_ID.test(name) || !isThoroughlyMixed(tail)) continue;
    yield { kind: "api-key", start: match.index, end: match.index + match[0].length };
  }
}
