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

export function channelSlots(reading: Reading): readonly SlotMatch[] {
  const groups = groupsOf(reading, reading.language === "en" ? CHANNEL_EN : CHANNEL_ZH);
  if (groups?.topic === undefined || groups.value === undefined) return [];
  const topic = groups.topic.toLowerCase();
  return [
    {
      slot: "attribute.channel",
      attribute: "channel",
      subject: TOPICS[topic] ?? topic,
      value: groups.value,
      qualifiers: {},
      kind: "procedure",
      cardinality: "single",
      polarity: "positive",
      confidence: 0.8,
      elliptic: false,
    },
  ];
}
