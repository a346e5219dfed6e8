import { groupsOf, type Reading } from "./reading.js";
import type { SlotMatch } from "./slot-definition.js";
import { technologyClass } from "./technology.js";

const TOOL_USER = /^(?<value>[\p{L}\d+#. ]{2,24}?) (?:user|person|fan|guy|gal) here\b/iu;

export function toolSlots(reading: Reading): readonly SlotMatch[] {
  if (reading.language !== "en") return [];
  const value = TOOL_USER.exec(reading.text)?.groups?.value;
  const technology = value === undefined ? undefined : technologyClass(value);
  if (value === undefined || technology === undefined) return [];
  return [
    {
      slot: `state.${technology}`,
      attribute: technology,
      subject: "user",
      value,
      qualifiers: {},
      kind: "preference",
      cardinality: "single",
      polarity: "positive",
      confidence: 0.85,
      elliptic: false,
    },
  ];
}

/** Where messages of a sort go: alerts, reports, notices. */
const CHANNEL_EN =
  /\b(?<topic>alerts?|alarms?|notifications?|reports?|updates?|reminders?|invoices?|receipts?)\b.{0,24}?\b(?:to|in|via|by|through|on|at)\s+(?<value>#[\w-]+|slack|teams|wecom|e-?mail|sms|text|telegram|whatsapp|discord|phone)\b/iu;
const CHANNEL_ZH =
  /(?<topic>报警|告警|alert|警报|通知|提醒|日报|周报|月报|报告|发票|账单|消息)[^，。]{0,8}?(?:发(?:到|在|往|给)?|推(?:到|送到)?|走|用|通过|抄送到?)\s?(?<value>#[\w-]+|[\p{Script=Han}\w -]{0,8}?(?:频道|群|邮箱|邮件|企业微信|企微|钉钉|飞书|短信|微信|slack))/iu;
const TOPICS: Readonly<Record<string, string>> = {
  报警: "alerts",
  告警: "alerts",
  警报: "alerts",
  alert: "alerts",
  alerts: "alerts",
  alarm: "alerts",
  alarms: "alerts",
  通知: "notifications",
  notification: "notifications",
  notifications: "notifications",
  提醒: "reminders",
  reminder: "reminders",
  reminders: "reminders",
  报告: "reports",
  report: "reports",
  reports: "reports",
  发票: "invoices",
  invoice: "invoices",
  invoices: "invoices",
};

const MEANS_EN =
  "#[\\w-]+|slack|(?:microsoft )?teams|wecom|e-?mails?|sms|texts?|telegram|whatsapp|discord|signal|(?:the |by )?phone|wechat|imessage";
const MEANS_ZH =
  "#[\\w-]+|[\\p{Script=Han}\\w-]{0,6}频道|企业微信|企微|钉钉|飞书|短信|微信|邮件|邮箱|电话|slack|teams|telegram|whatsapp|discord";
/** Where the user wants to be reached, whatever it is about: "message me on Slack instead", 只用企业微信. */
const REACH_EN: readonly RegExp[] = [
  new RegExp(
    `\\b(?:notify|message|ping|contact|reach|tell|update|alert|dm) me (?:only |instead )?(?:on|via|by|through|in|over|at|with) (?<value>${MEANS_EN})\\b`,
    "iu",
  ),
  new RegExp(
    `\\bsend (?:me )?(?:it|them|everything|those|all of (?:it|them)) (?:to|via|by|through|on|over) (?:my )?(?<value>${MEANS_EN})\\b`,
    "iu",
  ),
  new RegExp(
    `^(?:please |and |just |so |from now on,? )*(?:only use|just use|use only|use|stick to|switch to|only|just|reach me (?:on|by)) (?<value>${MEANS_EN})(?: only| instead| from now on| please| for (?:that|this|everything|notifications|updates))*$`,
    "iu",
  ),
];
const REACH_ZH: readonly RegExp[] = [
  new RegExp(
    `^(?:以后|今后|请|就|那|而是|，)*(?:只|改|都|统一|一律|全部|就)+(?:用|走|发到?|通过|在|改用|改成|改为|换成|改走) ?(?<value>${MEANS_ZH})(?:上?(?:通知|联系|找|发|告诉|提醒|沟通|说))?(?:给?我)?(?:就行|就好|吧|了)?$`,
    "iu",
  ),
  new RegExp(
    `^(?:以后|今后|请|有事|就|都|，)*(?:用|走|通过|在|发) ?(?<value>${MEANS_ZH})上?(?:通知|联系|找|告诉|提醒)我(?:就行|就好|吧)?$`,
    "iu",
  ),
  new RegExp(`^(?:以后|今后|请|都|，)*(?:换成|改成|改为|改用|改走|换到) ?(?<value>${MEANS_ZH})(?:吧|了)?$`, "iu"),
];
/** A channel that is to be used no more. */
const DROPPED_ZH = new RegExp(
  `(?:别|不要|不用|不再|停止)(?:再)?(?:给我)?(?:发|用|走|打|推) ?(?<value>${MEANS_ZH})`,
  "iu",
);
const DROPPED_EN = new RegExp(
  `\\b(?:stop (?:the |with the |sending (?:me )?|using )?|no more |no |don'?t (?:send (?:me )?|use )|do not (?:send (?:me )?|use )|instead of |rather than |not (?:by |via |on )?)(?<value>${MEANS_EN}|emailing|texting|calling)\\b`,
  "iu",
);

/** The channel that a statement puts aside ("别发邮件了" → 邮件); undefined where it names none. */
export function droppedChannel(text: string): string | undefined {
  const value = (DROPPED_ZH.exec(text) ?? DROPPED_EN.exec(text))?.groups?.value;
  return value?.replace(/^emailing$|^emails$/iu, "email").replace(/^texting$|^texts$/iu, "text");
}

/** Subjects under which channels are kept. */
export const CHANNEL_SUBJECTS: readonly string[] = [
  ...new Set([
    "notifications",
    "reports",
    "reminders",
    "alerts",
    "invoices",
    "updates",
    "日报",
    "周报",
    "月报",
    "账单",
    "消息",
  ]),
];

function reachSlots(reading: Reading): readonly SlotMatch[] {
  for (const pattern of reading.language === "en" ? REACH_EN : REACH_ZH) {
    const value = groupsOf(reading, pattern)?.value;
    if (value !== undefined) return [channelMatch("notifications", value)];
  }
  return [];
}

export function channelSlots(reading: Reading): readonly SlotMatch[] {
  const groups = groupsOf(reading, reading.language === "en" ? CHANNEL_EN : CHANNEL_ZH);
  if (groups?.topic === undefined || groups.value === undefined) return reachSlots(reading);
  const topic = groups.topic.toLowerCase();
  return [channelMatch(TOPICS[topic] ?? topic, groups.value)];
}

function channelMatch(subject: string, value: string): SlotMatch {
  return {
    slot: "attribute.channel",
    attribute: "channel",
    subject,
    value,
    qualifiers: {},
    kind: "procedure",
    cardinality: "single",
    polarity: "positive",
    confidence: 0.8,
    elliptic: false,
  };
}
