/**
 * Attributes by which a person is known, each with the words of which at least one stands in whatever says something of it. A place named
 * in passing ("the Shanghai Marathon") is no home, and a firm that is a customer no employer.
 */
const STATED_BY: Readonly<Record<string, RegExp>> = {
  home: /\b(?:liv(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|relocat\w*|settl\w*|based|resid\w*|flat|apartment|house|home|address|rent(?:s|ed|ing)?|neighbou?rhood|landlord|lease)\b|住|搬|迁|定居|安家|落户|租|房|常驻|base|回(?:老家|国)|家/iu,
  employer:
    /\b(?:work(?:s|ed|ing)?|jobs?|join(?:s|ed|ing)?|hir(?:e|ed|ing)|employ\w*|compan(?:y|ies)|firm|quit|le(?:ft|ave|aves|aving)|resign\w*|laid off|fired|redundan\w*|start(?:s|ed|ing)?|gig|offer|role|position|career|contract(?:ing|or)?|freelanc\w*|self-employed|retir\w*|poached|notice|desk)\b|上班|工作|入职|离职|辞|跳槽|公司|单位|东家|就职|任职|加入|offer|裁|创业|退休|转行|转岗|调到|调去|干|职/iu,
  role: /\b(?:work(?:s|ed|ing)?|jobs?|promot\w*|title|role|position|lead(?:s|ing)?|senior|junior|head|chief|manag\w*|director|become|became|retir\w*|made (?:me|partner)|career|engineer|nurse|teacher|officer|as an?|take over|took over|step(?:ped|ping) (?:up|down)|quit|left)\b|工作|升|晋|岗|职|当|做|任|转|退休|带|管|负责|改行/iu,
  name: /\b(?:names?|named|renamed|call(?:s|ed)?|go(?:es)? by|known as|nickname|surname|spel(?:l|t|led|ling))\b|叫|名|称呼|姓|喊/iu,
  birthday: /\b(?:birthdays?|born|birth|turn(?:s|ed|ing)?|b-?day)\b|生日|出生|生于|过寿/iu,
  age: /\b(?:age|aged|old|turn(?:s|ed|ing)?|birthdays?|years?)\b|岁|生日|年龄|年纪|大了/iu,
  allergy:
    /allerg|intoleran|sensitiv|react|\b(?:rash|hives|swell|swelled|swollen|tested|test|fine with|safe|eats?|ate|can have|outgrew|outgrown|epipen)\b|过敏|起疹|不耐|反应|测|查|能吃|吃了|脱敏/iu,
  origin: /\b(?:from|grew up|born|raised|hometown|originally|native)\b|老家|来自|出生|籍贯|长大|家乡|人/iu,
};

/** Whether the words say anything of the attribute at all; where nothing is known of its words, they may. Pure. */
export function mayState(attribute: string, text: string): boolean {
  const words = STATED_BY[attribute];
  return words === undefined || words.test(text);
}
