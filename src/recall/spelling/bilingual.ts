/*
 * Everyday and working words in both languages, for questions asked in the one about what was said in the other. Nouns and verbs of plain
 * meaning; a word with several meanings stands with its most frequent ones. English words as the analyzer stems them are looked up by
 * prefix, so that plurals and tenses need no entries of their own.
 */
const TABLE = `
工作 职业 job work occupation profession|公司 单位 company employer firm|同事 colleague coworker|老板 上司 领导 boss manager supervisor|经理 manager
客户 client customer|会议 开会 meeting|项目 project|预算 budget|合同 contract|报告 report|周报 weekly report|邮件 邮箱 email mail|电话 手机号 phone
办公室 office|工资 薪水 salary pay|面试 interview|简历 resume cv|辞职 离职 resign quit|升职 promotion promoted|出差 business trip|截止 deadline due
团队 team|部门 department|负责 负责人 owner responsible charge|审批 批准 approve approval|评审 review|发布 上线 release launch deploy|部署 deploy deployment
数据库 database|备份 backup|恢复 restore recovery|演练 drill exercise|服务器 server|代码 code|仓库 repo repository warehouse|分支 branch|测试 test testing
接口 api interface|日志 log|监控 monitoring|报警 告警 alert alarm|密码 password|权限 permission access|账号 账户 account|账本 ledger|支付 付款 payment pay
发票 invoice|订单 order|退款 refund|价格 价钱 price cost|折扣 discount|超时 timeout|网关 gateway|前端 frontend|后端 backend|缓存 cache|队列 queue|配置 config configuration
语言 language|框架 framework|版本 version|文档 document documentation docs|许可 license|域名 domain|存储 storage|存到 存放 stored store|脚本 script
家 家里 home house|住 住在 live lives living|地址 address|城市 city|国家 country|搬家 搬到 move moved moving|房子 house apartment flat|房东 landlord|房租 租金 rent|邻居 neighbor neighbour
爸爸 父亲 father dad|妈妈 母亲 mother mom mum|父母 parents|妻子 老婆 爱人 wife|丈夫 老公 husband|儿子 son|女儿 daughter|孩子 child kid children|哥哥 弟弟 brother|姐姐 妹妹 sister
爷爷 外公 grandfather grandpa|奶奶 外婆 grandmother grandma|朋友 friend|室友 roommate flatmate|女朋友 girlfriend|男朋友 boyfriend|名字 姓名 name|生日 birthday|年龄 age|结婚 married marry wedding|纪念日 anniversary
猫 cat|狗 dog|宠物 pet|鱼 fish|鸟 bird|兽医 vet|吃 eat food|喝 drink|早餐 早饭 breakfast|午餐 午饭 lunch|晚餐 晚饭 dinner supper|咖啡 coffee|茶 tea|牛奶 milk|酒 wine alcohol drink|啤酒 beer
水果 fruit|蔬菜 vegetable|肉 meat|牛肉 beef|猪肉 pork|鸡肉 鸡 chicken|海鲜 seafood|虾 shrimp prawn|花生 peanut|坚果 nut|米饭 rice|面条 noodle|面包 bread|蛋糕 cake|辣 spicy|素食 吃素 vegetarian vegan|菜谱 recipe|餐厅 饭店 餐馆 restaurant
过敏 allergic allergy|药 medicine medication pill|医生 大夫 doctor|医院 hospital|牙医 dentist|体检 checkup|血型 blood type|血压 blood pressure|手术 surgery operation|疫苗 vaccine|感冒 cold|头疼 headache|失眠 insomnia|膝盖 knee|睡觉 睡眠 sleep
跑步 晨跑 run running jog|游泳 swim swimming|健身 gym workout|瑜伽 yoga|爬山 登山 hiking climb|骑车 自行车 bike bicycle cycling|篮球 basketball|足球 football soccer|网球 tennis|马拉松 marathon|比赛 race match competition|训练 training
音乐 music|歌 song|吉他 guitar|钢琴 piano|小提琴 violin|电影 movie film|书 book|小说 novel|游戏 game|画画 绘画 paint painting drawing|摄影 拍照 photo photography camera|旅行 旅游 travel trip|度假 vacation holiday|爱好 hobby|花园 garden|植物 plant
车 汽车 car|地铁 subway metro|火车 高铁 train|飞机 航班 flight plane|机票 ticket|座位 seat|靠窗 window|过道 走道 aisle|机场 airport|酒店 宾馆 hotel|护照 passport|签证 visa|驾照 驾驶证 driving licence
学校 school|大学 university college|老师 teacher|学生 student|课 课程 class course lesson|考试 exam test|作业 homework|毕业 graduate graduated|专业 major|论文 thesis paper|英语 english|中文 汉语 chinese|法语 french|日语 japanese|德语 german|西班牙语 spanish
手机 phone mobile|电脑 computer laptop|键盘 keyboard|耳机 headphone earphone|软件 software app|网络 network internet|编辑器 editor|系统 system|通知 notification notify|提醒 reminder remind|日历 calendar
钱 money|银行 bank|贷款 loan|保险 insurance|投资 invest investment|买 购买 buy bought purchase|卖 sell sold|礼物 gift present|衣服 clothes|鞋 shoe|颜色 color colour|红色 red|蓝色 blue|绿色 green|黑色 black|白色 white|尺码 尺寸 size
早上 上午 morning|下午 afternoon|晚上 evening night|周末 weekend|明天 tomorrow|昨天 yesterday|今天 today|下周 next week|上周 last week|每天 daily every day|时间 time|几点 time|计划 plan|目标 goal target|喜欢 like love enjoy|讨厌 不喜欢 hate dislike|最喜欢 favorite favourite|害怕 怕 afraid fear|习惯 habit|问题 problem issue|原因 reason cause|修 修好 修复 fix fixed repair
北京 beijing|上海 shanghai|杭州 hangzhou|深圳 shenzhen|广州 guangzhou|香港 hong kong|台北 taipei|东京 tokyo|伦敦 london|巴黎 paris|纽约 new york|中国 china|日本 japan|美国 america usa|英国 britain uk england|法国 france|德国 germany
`;

const HAN = /\p{Script=Han}/u;
/** Endings that inflection adds to or takes from an English word. */
const STEM = /(?:ies|es|s|ed|ing|ion|al|y|e)$/u;
const SHORTEST_STEM = 3;

/** What an English word is compared by. */
function root(word: string): string {
  const cut = word.replace(STEM, "");
  return cut.length >= SHORTEST_STEM ? cut : word;
}

function readTable(): ReadonlyMap<string, ReadonlySet<string>> {
  const translations = new Map<string, Set<string>>();
  const add = (from: string, to: string) => {
    const known = translations.get(from) ?? new Set<string>();
    known.add(to);
    translations.set(from, known);
  };
  for (const entry of TABLE.split(/[|\n]/u)) {
    const words = entry.split(" ").filter((word) => word !== "");
    const chinese = words.filter((word) => HAN.test(word));
    for (const english of words.filter((word) => !HAN.test(word))) {
      for (const han of chinese) {
        add(han, root(english));
        add(root(english), han);
      }
    }
  }
  return translations;
}

const TRANSLATIONS = readTable();
const NONE: ReadonlySet<string> = new Set();

/** Chinese words for an English one, and roots of English words for a Chinese one; empty where the table has none. */
export function translationsOf(word: string): ReadonlySet<string> {
  return TRANSLATIONS.get(HAN.test(word) ? word : root(word)) ?? NONE;
}

/** The form in which English words are compared with {@link translationsOf}. */
export { root as rootOf };
