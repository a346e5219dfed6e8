/** Past forms that take no ending after "the user". */
const PAST = new Set(
  "was had did went got made took came saw said told knew thought found gave left felt became began kept held brought bought wrote sat stood lost paid met ran led read spent grew won taught sold sent built fell cut drew broke drove ate drank chose spoke wore rode sang swam flew forgot hid set put let hit hurt shut quit cost bet spread used moved switched".split(
    " ",
  ),
);
const MODAL = new Set(
  "can could will would shall should may might must cannot can't couldn't won't wouldn't shan't shouldn't mustn't didn't wasn't hadn't".split(
    " ",
  ),
);
const ADVERB = new Set(
  "always never no longer usually really also just only still mostly often basically actually currently now generally honestly kinda sometimes typically already definitely absolutely totally rarely hardly barely normally mainly both all last first strictly exclusively probably personally especially particularly regularly finally recently simply even ever sort kind of pretty much do quite rather seldom almost once then somewhat perhaps maybe".split(
    " ",
  ),
);
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["am", "is"],
  ["are", "is"],
  ["have", "has"],
  ["haven't", "hasn't"],
  ["do", "does"],
  ["don't", "doesn't"],
  ["dont", "doesn't"],
  ["go", "goes"],
  ["were", "was"],
  ["weren't", "wasn't"],
  ["'m", "is"],
  ["wanna", "wants to"],
  ["gotta", "has to"],
]);
const CONJOINED = new Set(
  "open close start finish sell buy keep wear take leave send run make sleep sing paint swim cycle sail ride cook bake like love hate prefer enjoy use want need work live eat drink have own play run avoid speak study teach make give meet go get bring learn listen tell write hike".split(
    " ",
  ),
);

function inflect(verb: string): string {
  const lower = verb.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  if (PAST.has(lower) || MODAL.has(lower) || (lower.endsWith("ed") && !lower.endsWith("eed")) || /['’]t$/u.test(lower))
    return verb;
  if (/(?:s|x|z|ch|sh|o)$/u.test(lower)) return `${verb}es`;
  if (/[^aeiou]y$/u.test(lower)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}

/** Past and present alike: "I usually read". */
const UNCHANGED = new Set("read put set let cut hit shut spread hurt".split(" "));
const HABITUAL = /^(?:usually|always|often|sometimes|mostly|normally|typically|generally|never|rarely|regularly) /iu;

/** Gives the verb after a third-person subject its ending; adverbs between stay. */
function inflectFirst(rest: string): string {
  const words = rest.split(/(\s+)/u);
  const habitual = HABITUAL.test(rest);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (
      word.trim() === "" ||
      (/ly$/u.test(word) && !/^(?:fly|apply|rely|reply|supply|comply|multiply|imply)$/iu.test(word)) ||
      (ADVERB.has(word.toLowerCase().replace(/,$/u, "")) && word.toLowerCase() !== "do")
    )
      continue;
    if (word.toLowerCase() === "do" && /^(?:not|really|like|love|want|need)$/iu.test(words[index + 2] ?? "")) {
      words[index] = "does";
      break;
    }
    if (!/^[A-Za-z']+(?:-[A-Za-z]+)*,?$/u.test(word)) break;
    const bare = word.replace(/,$/u, "");
    const verb = habitual && UNCHANGED.has(bare) ? `${bare}s` : inflect(bare);
    words[index] = `${verb}${word.slice(bare.length)}`;
    break;
  }
  return words.join("");
}

const CONTRACTED: readonly (readonly [RegExp, string])[] = [
  [/\bI['’]?m\b(?! sure that)/giu, "I am"],
  [/\bI['’]ve\b/giu, "I have"],
  [/\bI['’]d\b/giu, "I would"],
  [/\bI['’]ll\b/giu, "I will"],
  [/\bwe['’]re\b/giu, "we are"],
  [/\bwe['’]ve\b/giu, "we have"],
  [/\bwe['’]d\b/giu, "we would"],
  [/\bwe['’]ll\b/giu, "we will"],
];
/** Stretches whose words are not the speaker's grammar. */
const VERBATIM = /`[^`\n]{1,200}`|"[^"\n]{1,200}"|“[^”\n]{1,200}”/gu;

/** "We" at work is a team; elsewhere it is the user with family or friends, of whom only the user is certain. */
const AT_WORK =
  /\b(?:team|sprints?|deploy\w*|releas\w+|production|prod|staging|repos?|repository|servers?|databases?|apis?|services?|customers?|clients?|projects?|budget|vendors?|suppliers?|ship\w*|stand-?ups?|meetings?|compan(?:y|ies)|office|department|invoices?|contracts?|on-call|incidents?|pipelines?|builds?|ci|prs?|pull requests?|merg\w+|tickets?|launch\w*|roadmap|stack|backend|frontend|code|branch(?:es)?|migrat\w+|cluster|hosted|hosting|qa|stakeholders?|quarter|kpis?|okrs?|hir(?:e|ed|ing)|interns?|engineers?|manager|policy|compliance|audits?|billing|support|wiki|docs|linter|tests?|backups?|logs?|dashboards?|app|platform|software|tool|tracker|crm|workspace|channel|standard|approval|sign-off)\b|\bwe (?:use|run|track|bill|sell|charge|log|store|host|review|invoice)\b/iu;

/** "they cheer me up and give me strength": whose verbs those are. */
const OF_OTHERS = /\b(?:they|you|who|which|these|those|people|kids|children|friends)\b(?!.*\bthe user (?!['’]))/iu;
/** "likes to read and cook", "can sing and run": what goes on with a bare verb is one itself. */
const UNINFLECTED =
  /\b(?:to|will|would|can|could|should|must|might|may|did|didn['’]t|doesn['’]t|won['’]t|can['’]t|gonna|let|helps?|made|makes?) (?:\p{L}+ly )?\p{L}+(?:[^.;:!?]*, |(?: (?!(?:and|but|so|because|that|which|while|the user)\b)[^\s.;:!?]+){0,5},? ?)$/iu;

/** "Nadia here": who speaks. */
const NAME_HERE =
  /^(?<name>(?!Over\b|Right\b|Not\b|You\b|It\b|Same\b|Welcome\b|No\p{Ll}+\b|Every\p{Ll}+\b)\p{Lu}\p{Ll}+) here(?=[.!]?$)|^this is (?<called>(?!The\b|My\b|Not\b|What\b)\p{Lu}\p{Ll}+)(?=[.!]?$)/u;

function rewrite(text: string): string {
  const group = AT_WORK.test(text) ? "the user's team" : "the user";
  // of whom else it holds nobody knows later: "we both love …" is the user's as it stands
  const once = text
    .replace(NAME_HERE, "I am $<name>$<called>")
    .replace(/^me,? (?=i\b)/iu, "")
    .replace(/\bwe (?:both|all|each)\b(?! of\b)/giu, "we");
  let out = CONTRACTED.reduce((opened, [pattern, full]) => opened.replace(pattern, full), once);
  out = out.replace(
    /(?<!^(?:my|our|the|\p{Lu}[\p{L}'’-]+)(?: (?!(?:is|are|was|were|has|have|had|will|can|\p{L}+(?:ed|s))\b)[\p{L}'’-]+){0,3} and )\b(?:i|we)\b(?<rest>(?: (?!(?:i|we)\b)[A-Za-z']+(?:-[A-Za-z]+)*,?){1,4})/giu,
    (whole, rest: string) => {
      const subject = /^w/iu.test(whole) ? group : "the user";
      return `${subject} ${inflectFirst(rest.trimStart())}`;
    },
  );
  out = out.replace(/\b(?:and|or|but) (?<verb>[a-z]+)\b/gu, (whole, verb: string, at: number) =>
    CONJOINED.has(verb) &&
    /^.{0,80}\bthe user\b/iu.test(out) &&
    !UNINFLECTED.test(out.slice(0, at)) &&
    !OF_OTHERS.test(out.slice(0, at))
      ? whole.replace(verb, inflect(verb))
      : whole,
  );
  return out
    .replace(
      /\b(?<some>one|two|three|four|five|six|both|all|some|most|none|each|\d+) of us\b/giu,
      "$<some> of the user's group",
    )
    .replace(/\b(?:am|was) i\b/giu, "is the user")
    .replace(/\bi\b(?!\.e|\/|-)/giu, "the user")
    .replace(/\bwe\b/giu, group)
    .replace(/\b(?:my|our)\b/giu, "the user's")
    .replace(/\b(?:mine|ours)\b/giu, "the user's")
    .replace(/\b(?:myself|ourselves)\b/giu, "themselves")
    .replace(/\b(?:me|us)\b(?!-)/gu, "the user");
}

/**
 * "I pay with my card" → "the user pays with the user's card". Quoted stretches and code stay as they are; names, numbers and values
 * are never touched.
 */
export function toThirdPersonEnglish(text: string): string {
  const kept: string[] = [];
  const masked = text.replace(VERBATIM, (stretch) => {
    kept.push(stretch);
    return `\ue000${kept.length - 1}\ue001`;
  });
  const rewritten = rewrite(masked);
  const restored = rewritten.replace(/\ue000(\d+)\ue001/gu, (_, index: string) => kept[Number(index)] ?? "");
  return restored.replace(/^the user/u, "The user");
}
