/** The commonest Chinese family names (simplified), double ones after the bar; together some 95 % of all bearers. */
const SINGLE_SURNAMES = new Set(
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳欧阳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝",
);
const DOUBLE_SURNAMES = /^(?:欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|宇文|长孙|端木|南宫|轩辕)/u;
/** Surnames that are common words at the start of others: a guessed name needs the tagger's word for it. */
const WORDLIKE = new Set("和时全成应明安单华连车向师商农解简管关包文方路边景白高金万任何于于从");

/** English given names that are common and are no other word; lower case. */
const GIVEN = new Set(
  `james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony donald steven paul andrew joshua kenneth kevin brian george edward
ronald timothy jason jeffrey ryan jacob gary nicholas eric jonathan stephen larry justin scott brandon benjamin samuel gregory alexander frank patrick raymond jack dennis jerry tyler aaron
jose adam nathan henry douglas zachary peter kyle walter ethan jeremy harold keith christian roger noah gerald carl terry sean austin arthur lawrence jesse dylan bryan joe jordan billy bruce
albert willie gabriel logan alan juan wayne roy ralph randy eugene vincent russell elijah louis bobby philip johnny mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa
nancy betty margaret sandra ashley kimberly emily donna michelle carol amanda dorothy melissa deborah stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma
nicole helen samantha katherine christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren christina joan evelyn judith megan andrea
cheryl hannah jacqueline martha gloria teresa ann sara madison frances kathryn janice jean abigail alice julia judy sophia denise amber doris marilyn danielle beverly isabella theresa diana natalie
brittany charlotte marie kayla alexis lori bob tom tim mike dave jim ben sam dan matt nick chris alex max leo luke liam mia zoe ella chloe lucy kate jane jenny bella nina lena sofia clara eva ivan igor
olga tanya priya raj ravi amit anil deepak sanjay neha ananya arjun rohan mohammed muhammad ahmed ali omar fatima aisha hassan yuki hiroshi kenji sakura haruto min-jun jin wei ming li hua mei ling xiao
lars erik sven ingrid astrid pierre jacques claude camille luc marco giulia luca paolo francesca carlos diego luis miguel pedro sofia carmen lucia hans klaus greta fritz heidi caroline melanie audrey tessa
nate gina tracy derek trevor marcus owen felix oscar hugo oliver harry toby isaac caleb gavin colin ian neil graham fiona siobhan niamh`.split(
    /\s+/u,
  ),
);

/** Whether a word has the shape of a Chinese full name: a family name and one or two characters. */
export function hasNameShape(word: string): boolean {
  const length = [...word].length;
  if (DOUBLE_SURNAMES.test(word)) return length === 3 || length === 4;
  return (length === 2 || length === 3) && SINGLE_SURNAMES.has(word.charAt(0));
}

/** A name shape whose first character begins no common word. */
export function isLikelyName(word: string): boolean {
  return (
    hasNameShape(word) && !WORDLIKE.has(word.charAt(0)) && !/[的了是在不有和与就都也很吗呢吧啊]/u.test(word.slice(1))
  );
}

export function isSurname(character: string): boolean {
  return SINGLE_SURNAMES.has(character);
}

export function isGivenName(word: string): boolean {
  return GIVEN.has(word.toLowerCase());
}
