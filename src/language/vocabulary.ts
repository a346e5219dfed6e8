/**
 * Words that Taiwan, Hong Kong and written Cantonese use for what the mainland calls otherwise; left of the sign as they look after
 * simplification. Only words that mean nothing else on the mainland: 文件 or 品质 would change texts that were never regional.
 */
const REGIONAL = `软体=软件 硬体=硬件 网路=网络 网际网路=互联网 程式=程序 程式码=代码 资料库=数据库 资讯=信息 滑鼠=鼠标 萤幕=屏幕 荧幕=屏幕 伺服器=服务器 记忆体=内存 硬碟=硬盘 光碟=光盘
印表机=打印机 影印=复印 列印=打印 计程车=出租车 的士=出租车 公车=公交 巴士=公交 捷运=地铁 脚踏车=自行车 单车=自行车 机车=摩托车 飞弹=导弹
凤梨=菠萝 马铃薯=土豆 花椰菜=西兰花 番茄=西红柿 优格=酸奶 酪梨=牛油果 泡面=方便面 便当=盒饭 雪糕=冰淇淋 冰激凌=冰淇淋
行动电话=手机 简讯=短信 部落格=博客 使用者=用户 甚么=什么 钟意=喜欢 中意=喜欢 返工=上班 放工=下班 食饭=吃饭 饮茶=喝茶 屋企=家 听日=明天 寻日=昨天 琴日=昨天 今日=今天 而家=现在 点解=为什么
细佬=弟弟 老豆=爸爸 老窦=爸爸 阿妈=妈妈 识=认识 揸车=开车 睇=看 倾计=聊天 幼稚园=幼儿园 国小=小学 国中=初中`;

const CANONICAL: ReadonlyMap<string, string> = new Map(
  REGIONAL.split(/\s+/u).map((pair): [string, string] => {
    const [regional = "", common = ""] = pair.split("=");
    return [regional, common];
  }),
);

/** The mainland word for a regional one; any other word comes back as it is. */
export function canonicalWord(word: string): string {
  return CANONICAL.get(word) ?? word;
}
