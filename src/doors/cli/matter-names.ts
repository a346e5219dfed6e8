/** What a memory is about, in Chinese, where people read it; programs get the words themselves (`--json`). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  ...{ name: "姓名", nickname: "昵称", age: "年龄", birthday: "生日", gender: "性别", height: "身高", weight: "体重" },
  ...{
    allergy: "过敏",
    diet: "饮食",
    dose: "剂量",
    "blood type": "血型",
    "blood pressure": "血压",
    "blood sugar": "血糖",
  },
  ...{ role: "职位", employer: "工作单位", team: "团队", manager: "上级", school: "学校", major: "专业" },
  ...{
    home: "居住地",
    "home address": "家庭住址",
    hometown: "家乡",
    origin: "籍贯",
    nationality: "国籍",
    location: "地点",
  },
  ...{ address: "地址", phone: "电话", email: "邮箱", language: "语言", "time zone": "时区", trait: "特点" },
  ...{ preference: "偏好", favourite: "最爱", goal: "目标", hobby: "爱好", spouse: "配偶", pet: "宠物", car: "车" },
  ...{
    "licence plate": "车牌号",
    "shoe size": "鞋码",
    size: "尺码",
    colour: "颜色",
    bedtime: "就寝时间",
    schedule: "时间安排",
  },
  ...{ doctor: "医生", dentist: "牙医", teacher: "老师", coach: "教练", rent: "房租", budget: "预算", price: "价格" },
  ...{ salary: "工资", "opening time": "开门时间", "closing time": "关门时间", "meeting time": "会议时间" },
  ...{ "start date": "开始日期", "end date": "结束日期", "launch date": "上线日期", "delivery date": "交付日期" },
  ...{ deadline: "截止日期", owner: "负责人", status: "状态", version: "版本", technology: "技术", channel: "渠道" },
  ...{ database: "数据库", framework: "框架", editor: "编辑器", repository: "代码仓库", branch: "分支", port: "端口" },
  ...{ domain: "域名", region: "区域", environment: "环境", capacity: "容量", headcount: "人数", frequency: "频率" },
};

const PEOPLE: Readonly<Record<string, string>> = {
  ...{ wife: "妻子", husband: "丈夫", spouse: "配偶", partner: "伴侣", girlfriend: "女朋友", boyfriend: "男朋友" },
  ...{ mother: "妈妈", father: "爸爸", parent: "父母", son: "儿子", daughter: "女儿", child: "孩子", baby: "宝宝" },
  ...{
    brother: "兄弟",
    sister: "姐妹",
    grandmother: "奶奶/外婆",
    grandfather: "爷爷/外公",
    aunt: "姨/姑",
    uncle: "叔/舅",
  },
  ...{ cousin: "表亲", nephew: "侄子/外甥", niece: "侄女/外甥女", friend: "朋友", "best friend": "最好的朋友" },
  ...{ boss: "上司", manager: "上级", colleague: "同事", coworker: "同事", roommate: "室友", flatmate: "室友" },
  ...{ neighbour: "邻居", landlord: "房东", teacher: "老师", doctor: "医生", dog: "狗", cat: "猫", pet: "宠物" },
};

export function attributeInChinese(attribute: string): string {
  return ATTRIBUTES[attribute] ?? attribute;
}

/** `user's boss's husband` → 用户的上司的丈夫; a name stays a name. */
export function subjectInChinese(subject: string): string {
  const [first = "", ...relations] = subject.split("'s ");
  if (first !== "user") return subject;
  return ["用户", ...relations.map((relation) => PEOPLE[relation] ?? relation)].join("的");
}

const SPEAKERS: Readonly<Record<string, string>> = { User: "用户", Assistant: "助手", Tool: "工具", System: "系统" };

/** The roles before the lines of a piece of conversation; who is named keeps his name. */
export function speakersInChinese(content: string): string {
  return content.replace(/^(\[[^\]\n]*\] )(User|Assistant|Tool|System): /gmu, (_, date: string, role: string) => {
    return `${date}${SPEAKERS[role] ?? role}：`;
  });
}
