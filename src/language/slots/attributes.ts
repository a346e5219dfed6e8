import { foldText } from "../analyzer.js";

interface AttributeEntry {
  readonly name: string;
  readonly en: readonly string[];
  readonly zh: readonly string[];
}

function entry(name: string, en: string, zh: string): AttributeEntry {
  return { name, en: en.split("|").filter((word) => word !== ""), zh: zh.split("|").filter((word) => word !== "") };
}

/**
 * Attributes that things and people commonly have, each with the words for it in both languages. The first name is the key under
 * which statements are compared, so that "the owner of X" and "X 的负责人" fill one slot. Extensible: add a row.
 */
const ATTRIBUTES: readonly AttributeEntry[] = [
  entry(
    "version",
    "version|release|build version|current version|config version",
    "版本|版本号|当前版本|配置版本|现行版本",
  ),
  entry(
    "owner",
    "owner|maintainer|lead|person in charge|point person|dri|responsible person|manager|head|project lead|tech lead",
    "负责人|责任人|owner|主管|牵头人|管理员|组长|项目经理|维护人|维护者",
  ),
  entry("approver", "approver|sign-off|signoff|approval", "审批人|批准人|审核人|签字人|审批"),
  entry("reviewer", "reviewer|code reviewer", "评审人|复核人|review人"),
  entry("contact", "contact|contact person|point of contact|poc|account manager|rep", "对接人|联系人|接口人|窗口"),
  entry("budget", "budget", "预算|经费"),
  entry(
    "deadline",
    "deadline|due date|cut-off|cutoff|closing date|due",
    "截止|截止日期|截止时间|期限|最后期限|ddl|死线|交期",
  ),
  entry("status", "status|state|condition", "状态|当前状态|进度状态|健康状态"),
  entry("progress", "progress", "进度"),
  entry("priority", "priority|severity", "优先级|优先等级|严重级别|紧急程度"),
  entry("price", "price|cost|unit price", "价格|单价|费用|报价|价钱"),
  entry("rent", "rent|monthly rent", "租金|房租|月租"),
  entry("fee", "fee|fees|charge", "收费"),
  entry("rate", "rate|rates", "费率"),
  entry("hourly rate", "hourly rate|hourly fee", "时薪|课时费"),
  entry("salary", "salary|wage|wages|pay|monthly salary|annual salary", "工资|月薪|薪水|薪资|年薪|底薪"),
  entry("dose", "dose|dosage", "剂量|药量|用量"),
  entry("opening hours", "opening hours|business hours|hours", "营业时间|开放时间"),
  entry("opening time", "opening time", "开门时间"),
  entry("closing time", "closing time", "关门时间|打烊时间"),
  entry("headcount", "headcount|head count|team size|staff size", "人数|团队人数|总人数"),
  entry(
    "personal best",
    "personal best|pb|best time|best score|record time",
    "最好成绩|最佳成绩|个人最好成绩|个人最佳",
  ),
  entry("nickname", "nickname|nick name", "昵称|外号|绰号|小名|花名"),
  entry("phone", "phone|phone model|mobile|mobile phone|cell phone|cellphone", "手机|手机型号"),
  entry("phone number", "phone number|mobile number|cell number|telephone number", "手机号|手机号码|电话号码|联系电话"),
  entry("car", "car", "车|汽车|座驾"),
  entry("laptop", "laptop|notebook computer", "笔记本电脑|笔记本"),
  entry("school", "school", "学校"),
  entry("class", "class|grade", "班级|年级"),
  entry("room", "room|room number|classroom", "房间|房间号|房号|教室"),
  entry("commute", "commute|commute time|commuting time", "通勤|通勤时间"),
  entry("gym time", "gym time|workout time|training time", "健身时间|锻炼时间|训练时间"),
  entry("bedtime", "bedtime|bed time", "睡觉时间|就寝时间"),
  entry("password hint", "password hint", "密码提示|密码提示语"),
  entry("wifi name", "wifi name|wi-fi name|ssid", "wifi名|wifi名字|wifi名称|无线名称"),
  entry("door code", "door code|entry code|gate code|access code", "门禁密码|门锁密码"),
  entry("bank", "bank", "开户行|银行"),
  entry("landlord", "landlord|landlady", "房东"),
  entry("target weight", "target weight|goal weight", "目标体重"),
  entry("amount", "amount|total|contract value|sum|value", "金额|总额|总价|合同金额|标的额"),
  entry("deposit", "deposit|security deposit", "押金|定金|订金|保证金"),
  entry("exchange rate", "exchange rate|fx rate", "汇率"),
  entry("minimum order", "minimum order|minimum order quantity|moq", "最低起订量|起订量|起订数量|最小起订量"),
  entry("lead time", "lead time|delivery time|turnaround", "交货周期|供货周期|交付周期|生产周期"),
  entry("commission", "commission|commission rate", "提成|佣金|提成比例"),
  entry("bonus", "bonus|annual bonus", "奖金|年终奖"),
  entry("discount", "discount", "折扣|优惠"),
  entry("payment terms", "payment terms|terms|net terms", "账期|付款方式|付款条件|结算方式|付款周期"),
  entry("vendor", "vendor|supplier|provider", "供应商|厂商|服务商|供货商|承运商"),
  entry("customer", "customer|client|buyer", "客户|买方|甲方"),
  entry("party b", "seller|contractor", "乙方|承包方"),
  entry("contract number", "contract number|contract no|contract id", "合同编号|合同号"),
  entry("order number", "order number|order no|order id|po number|po", "订单号|订单编号|采购单号|单号"),
  entry("cost centre", "cost centre|cost center", "成本中心"),
  entry("delivery date", "delivery date|delivery|ship date|eta", "交货日期|交付日期|到货时间|发货时间|送达时间"),
  entry(
    "launch date",
    "launch date|go-live|go live date|release date|launch",
    "上线时间|上线日期|发布日期|上线日|发布时间",
  ),
  entry("start date", "start date|kick-off|kickoff", "开始时间|开始日期|启动时间|开工日期|入职日期"),
  entry("end date", "end date|expiry|expiry date|expiration date", "结束时间|结束日期|到期日|到期时间|有效期"),
  entry("schedule", "schedule|time slot|slot|timetable|time", "时间|排期|时间安排|档期"),
  entry(
    "meeting time",
    "meeting|standup|stand-up|weekly meeting|sync|meeting time",
    "例会|周会|晨会|会议时间|站会|例会时间",
  ),
  entry("location", "location|address|place|venue|office|site", "地址|地点|位置|办公地点|场地|会场|所在地"),
  entry("delivery address", "delivery address|shipping address", "收货地址|收件地址|送货地址"),
  entry("recipient", "recipient|addressee", "收件人|收货人"),
  entry("home address", "home address", "家庭住址|住址|家里地址"),
  entry("path", "path|directory|folder", "路径|目录|文件夹"),
  entry("log path", "logs|log path|log directory|log dir", "日志|日志路径|日志目录"),
  entry("rollback package", "rollback package|rollback bundle", "回滚包"),
  entry("repository", "repo|repository|git repo", "仓库|代码库|代码仓库|代码仓"),
  entry("branch", "branch|release branch|default branch", "分支|发布分支|主分支"),
  entry("port", "port", "端口|端口号"),
  entry("domain", "domain|hostname|host|host name|entry domain", "域名|入口域名|主机名|主机"),
  entry("url", "url|link|endpoint", "网址|链接|接口地址|地址链接"),
  entry("channel", "channel|alert channel|notification channel", "频道|渠道|通知渠道|报警渠道|告警渠道"),
  entry("region", "region|zone|availability zone", "区域|地域|可用区"),
  entry("environment", "environment|env", "环境"),
  entry("database", "database|db|datastore|data store", "数据库|存储"),
  entry("language", "language|programming language", "语言|开发语言|编程语言"),
  entry("framework", "framework", "框架"),
  entry("editor", "editor|ide|text editor", "编辑器|常用编辑器|ide"),
  entry("terminal", "terminal|shell", "终端|常用终端"),
  entry("package manager", "package manager", "包管理器"),
  entry("test framework", "test framework|testing framework|test runner", "测试框架"),
  entry("operating system", "operating system|os", "操作系统|系统版本"),
  entry("cloud", "cloud|cloud provider", "云厂商|云平台"),
  entry("licence", "licence|license", "许可证|协议"),
  entry("code name", "code name|codename", "代号|项目代号"),
  entry("model", "model|model number", "型号|机型|款式"),
  entry("size", "size|dimensions", "尺寸|尺码|大小|规格"),
  entry("shoe size", "shoe size", "鞋码"),
  entry("colour", "colour|color", "颜色|色号"),
  entry("limit", "limit|quota|cap|threshold|ceiling", "上限|额度|限额|阈值|审批额度|配额"),
  entry("timeout", "timeout", "超时|超时时间"),
  entry("retry policy", "retry|retries|retry policy|retry strategy", "重试|重试次数|重试策略|retry 策略|retry策略"),
  entry("window", "dedupe window|maintenance window|window", "去重窗口|维护窗口|窗口期"),
  entry("goal", "goal|target|objective", "目标|指标|目标分"),
  entry("team", "team|squad|department|group", "团队|部门|小组|班组"),
  entry("role", "role|title|job title|position|job", "角色|职位|岗位|职务|头衔"),
  entry("manager", "boss|line manager|supervisor", "上级|领导|直属领导|老板"),
  entry("dentist", "dentist", "牙医"),
  entry("doctor", "doctor|gp|physician", "医生|主治医生|家庭医生"),
  entry("principal", "principal|headteacher|head teacher", "校长|园长"),
  entry("coach", "coach|personal trainer", "教练|私教"),
  entry("teacher", "teacher|tutor|class teacher|homeroom teacher", "老师|班主任"),
  entry("name", "name|full name", "名字|姓名|全名|称呼"),
  entry("age", "age", "年龄|岁数"),
  entry("birthday", "birthday|date of birth|birth date", "生日|出生日期"),
  entry("blood type", "blood type", "血型"),
  entry("blood pressure", "blood pressure", "血压"),
  entry("blood sugar", "blood sugar|blood glucose", "血糖"),
  entry("licence plate", "licence plate|license plate|number plate|plate number", "车牌|车牌号|车牌号码"),
  entry("membership level", "membership level|membership tier|membership", "会员等级|会员级别"),
  entry("height", "height", "身高"),
  entry("weight", "weight", "体重"),
  entry("hometown", "hometown|home town", "老家|家乡|籍贯"),
  entry("time zone", "time zone|timezone|tz", "时区"),
  entry("nationality", "nationality|citizenship", "国籍"),
  entry("capital", "capital|capital city", "首都|省会"),
  entry("author", "author|writer", "作者"),
  entry("founder", "founder", "创始人"),
  entry("director", "director", "导演|总监|主任"),
  entry("chief executive officer", "ceo|chief executive officer|chief executive", "首席执行官|ceo"),
  entry("chairperson", "chairperson|chair|chairman|president", "主席|董事长|总裁|会长"),
  entry("headquarters", "headquarters|hq|head office", "总部"),
  entry("spouse", "spouse|husband|wife", "配偶"),
  entry("sign-off order", "order|sequence|process|procedure|workflow", "流程|顺序|步骤"),
  entry("frequency", "frequency|cadence|interval", "频率|周期|频次"),
  entry("capacity", "capacity|memory limit|seating capacity", "容量|内存|内存上限|座位数"),
  entry("password policy", "password policy", "密码策略"),
  entry("invoice title", "invoice title", "发票抬头|抬头"),
  entry("tax number", "tax number|tax id|vat number", "税号"),
  entry("category", "category|type", "类型|类别"),
  entry("format", "format|file format", "格式|文件格式"),
  entry("tone", "tone|style", "语气|风格|文风"),
  entry("unit", "unit|units", "单位"),
  entry("currency", "currency", "币种|货币"),
  entry("seat", "seat|desk", "工位|座位"),
  entry("on-call", "on-call|oncall|on call", "值班人|值班"),
  entry("backup", "backup|backups", "备份"),
  entry("employer", "employer", "雇主|工作单位"),
  entry("home", "residence|home city", "居住地|所在城市|常住地"),
];

const CANONICAL = new Map<string, string>();
for (const { name, en, zh } of ATTRIBUTES) {
  CANONICAL.set(name, name);
  for (const word of [...en, ...zh]) if (!CANONICAL.has(foldText(word))) CANONICAL.set(foldText(word), name);
}

function byLength(words: readonly string[]): readonly string[] {
  return [...words].sort((a, b) => b.length - a.length);
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");

/** Alternation of the known English attribute words, longest first, for use inside a pattern. */
export const EN_ATTRIBUTE_WORDS = byLength(ATTRIBUTES.flatMap(({ en }) => en))
  .map(escaped)
  .join("|");
/** The same for Chinese. */
export const ZH_ATTRIBUTE_WORDS = byLength(ATTRIBUTES.flatMap(({ zh }) => zh))
  .map(escaped)
  .join("|");

const EN_PREFIX =
  /^(?:the|a|an|our|my|your|their|his|her|its|current|new|latest|official|default|main|primary|now)\s+/u;
const ZH_PREFIX = /^(?:当前|目前|现在|现行|最新|新的?|默认|主要|正式|总)/u;

/** Whether the words name an attribute of the table. */
export function isKnownAttribute(words: string): boolean {
  return CANONICAL.has(foldText(words)) || CANONICAL.has(stripPrefixes(foldText(words)));
}

function stripPrefixes(folded: string): string {
  let bare = folded;
  for (let next = bare.replace(EN_PREFIX, ""); next !== bare; next = bare.replace(EN_PREFIX, "")) bare = next;
  const stripped = bare.replace(ZH_PREFIX, "");
  return stripped === "" ? bare : stripped;
}

/** The key of an attribute: one for all its words in both languages; unknown words are their own key, folded, without articles. */
export function canonicalAttribute(words: string): string {
  const folded = foldText(words);
  const bare = stripPrefixes(folded);
  return CANONICAL.get(folded) ?? CANONICAL.get(bare) ?? bare;
}
