import { findEntities } from "../entities/find.js";
import { technologyClass } from "./technology.js";

const SYSTEM =
  /^(?:Kubernetes|Nomad|Docker|OpenShift|Git[Hh]ub|Git[Ll]ab|Bitbucket|Jenkins|Buildkite|Jira|Linear|Notion|Asana|Trello|Obsidian|Confluence|Datadog|Grafana|Prometheus|Terraform|Vite|Webpack|Kotlin|Figma|Zoom|Stripe|Shopify|Salesforce|HubSpot|Microsoft|Google|Slack|Teams|Discord|Basecamp|ClickUp|Airtable|Miro|Dropbox|Outlook|Gmail|Xero|QuickBooks|Sage|SAP|Oracle|AWS|Azure|GCP|Heroku|Vercel|Netlify|Cloudflare|React|Vue|Svelte|Angular|TypeScript|Python|Rust|Java|Ruby|PayPal|Klarna|WhatsApp|Signal|Telegram|WeChat|Lark|Feishu|DingTalk|Linux|Ubuntu|Windows|Excel|Zendesk|Intercom|Okta|Office)\b/u;

/** "We moved to Kubernetes": software, no place. */
function namesSystem(value: string): boolean {
  return (
    technologyClass(value) !== undefined ||
    SYSTEM.test(value) ||
    findEntities(`We use ${value}.`).some((entity) => entity.kind === "product" && entity.text === value)
  );
}

/** What one "lives in" without its being a place, in chat without capitals, and what follows the place. */
const NO_PLACE_EN =
  /^(?:a|an|for|the (?:moment|past|present|city|country|now|night|office)|hope|fear|peace|sin|style|luxury|limbo|denial|harmony|here|there|it|this|that|my|our|your|his|her|their|with|on|at|and|to|town|squalor|comfort|constant|pain|total|complete|each|one|two|three)\b/iu;
const BEHIND_EN =
  /,? (?:for|until|till|this|next|while|during|since|because|with|right now|when|on|and|but|so|at the moment|as)\b.*$/iu;
/** "A tiny flat in Leith": the place is what counts. */
const DWELLING_EN =
  /^(?:an?|the|our|my) (?:[\p{L}-]+ ){0,4}(?:flat|apartment|house|home|studio|bedsit|cottage|bungalow|condo|townhouse|loft|farm(?:house)?|villa|duplex|maisonette|houseboat|caravan|room|place|flatshare|suburb|village|town|neighbou?rhood|part) (?:in|near|outside(?: of)?|of|just outside) /iu;
/** Where one stays, and does not live. */
const NO_PLACE_ZH =
  /^(?:在?(?:酒店|宾馆|旅馆|旅店|民宿|青旅|招待所|医院|病房|院里?$|朋友|同事|亲戚|别人|人家|这|那|附近|楼上|楼下|隔壁|一起|外面|家里?$|学校$|单位$|公司$|校|帐篷|车上|[\d一二三四五六七八九十两]+(?:楼|层|室|号|栋|单元|天|晚|周|个|年)))|(?:就好|算了|的话|再说|试试|玩|看看|出差|旅游|旅行|培训)$/u;

/** The place of a home by what was taken for it; undefined where it is none. */
export function homeOf(value: string, language: "zh" | "en"): string | undefined {
  if (language === "zh") return NO_PLACE_ZH.test(value) ? undefined : value;
  const place = value.replace(DWELLING_EN, "").replace(BEHIND_EN, "").trim();
  return place === "" || NO_PLACE_EN.test(place) || namesSystem(place) ? undefined : place;
}

/** Before the words of a state: it is thought of, nearly came to be, or is over. */
const NOT_NOW_ZH =
  /(?:考虑|打算|想|计划|准备|可能|也许|或许|说不定|要不要|希望|犹豫|纠结|琢磨|盘算|商量|讨论|梦想|如果|要是|假如|假设|万一|差点|险些|本来|原本|曾经?|以前|之前|原来|从前|小时候|上学时|大学时|当年|那时候?|那会儿|(?:19|20)\d\d年|[\d一二三四五六七八九十]+年前|面试)[^，。]{0,14}$/u;
/** Verbs that say themselves that the state began: "two years ago I moved" holds still. */
const BEGAN_ZH = /^(?:搬|迁|移居|定居|落户|安家|入职|加入|跳槽|转投|加盟)/u;
const ONLY_WHEN_ZH = /(?:(?:19|20)\d\d年|[\d一二三四五六七八九十]+年前)[^，。]{0,14}$/u;

/**
 * Whether a Chinese clause tells a state of a person as one that is not so now.
 * @param before what stands in front of the words of the state
 * @param state the words of the state
 */
export function isNotSoNow(before: string, state: string): boolean {
  if (!NOT_NOW_ZH.test(before)) return false;
  return !(BEGAN_ZH.test(state) && ONLY_WHEN_ZH.test(before) && !NOT_NOW_ZH.test(before.replace(ONLY_WHEN_ZH, "")));
}
