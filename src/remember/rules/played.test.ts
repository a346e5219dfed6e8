import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

function turnOf(text: string): Turn {
  return {
    ...{ id: "t", role: "user", text, at: Date.UTC(2026, 5, 1), timeZone: "Asia/Shanghai", sessionId: "s" },
  } as unknown as Turn;
}

/** What is kept where every clause that the gates let through counts as worth keeping. */
function kept(text: string, before: readonly string[] = []): readonly string[] {
  const context = { before: before.map(turnOf), policy: DEFAULT_POLICY, worth: () => 0.9 };
  return extractByRules(turnOf(text), context).candidates.map(({ content }) => content);
}

/** Games, parts, exercises, samples, texts to be worked on, verses, others' words: "I" is not the user. */
const PLAYED: readonly string[] = [
  "假如我是一只猫，我会每天睡十六个小时，只吃金枪鱼",
  "我们来角色扮演吧，我是一名刑警，住在旧城区，你是嫌疑人",
  "玩个游戏：我是国王，你是我的大臣。我有三个儿子，都想继承王位",
  "成语接龙：一马当先",
  "飞花令，我先来：春眠不觉晓，处处闻啼鸟",
  "谁在唱：我曾经跨过山和大海，也穿过人山人海",
  "歌词大概是，我住在长江头，君住长江尾",
  "翻译成英文：我住在巴黎，在一家银行工作",
  "把下面这句话翻译成日语：我对花生过敏，请不要放花生",
  "帮我润色：我叫李明，今年二十六岁，毕业于武汉大学，熟悉Java",
  "改写一下这句话，我从小就喜欢钢琴",
  "把这句改得正式一点：我们公司下周搬到浦东",
  "造句：用“一直”造句，我一直住在青岛",
  "这道作文题是《我的妈妈》，我的妈妈是一名护士，她每天很早出门",
  "数学题：小明每天跑三公里，一周跑几公里",
  "应用题：我有12个苹果，给了妹妹5个，还剩几个",
  "测试数据：姓名张三，年龄30，住址上海市徐汇区，对青霉素过敏",
  "填一条测试用户：王小花，女，28岁，职业医生",
  "这是别人发我的邮件：您好，我是陈蕾，我下个月调到成都分公司，以后报价找小周",
  "客户发来的消息：我们以后只用微信支付，不接受信用卡",
  "转发一段：本人常住苏州，有房有车，喜欢徒步",
  "群里有人说：我家猫只吃三文鱼",
  "我刚写了个小说开头，我叫阿离，我在灯塔里长大，从来没见过城市",
  "剧本里主角说：我恨我父亲，我再也不会回那个家",
  "想象你是我奶奶，我是你最小的孙子，住在你家隔壁",
  "如果我有一百万，我就辞职开一家书店",
  "要是我当初学了医，现在应该在急诊上班",
  "假装我是你的老板，我喜欢早上八点开会",
  "绕口令：四是四，十是十，十四是十四",
  "我念一句你对下一句：海内存知己",
  "猜谜语：我有四条腿，但不会走路，你猜是什么",
  "真心话大冒险，我选真心话",
  "你模仿一个东北大叔说：俺家住在铁岭，俺最爱吃酸菜",
  "这句英文怎么说：我每天早上七点坐地铁上班",
  "用文言文写：我不喜欢吃香菜",
  "背课文：我家门前有一条小河，河水清清",
  "这个句子有语病吗：我和妹妹一直都在一起长大的",
  "面试模拟，我先自我介绍：您好，我叫周舟，做了八年后端，精通Go",
  "客服话术帮我看看：您好，我是您的专属顾问，我每天九点到六点在线",
  "网友评论：我用了三年这款手机，从来没坏过",
  "书里写道：我出生在一个小渔村，父亲是渔民",
  "Let's pretend I'm a pirate and my ship is called the Salty Crab",
  "Let's play a game: I'm a detective in Chicago, you're my partner",
  "Role-play with me. I am a barista and I hate oat milk",
  "Imagine I live on Mars and work in the greenhouse",
  "If I were a vet I'd work only nights",
  "Suppose my name is Otto and I'm allergic to latex",
  "translate: I live in Paris and work for a bank",
  "Translate into German: my brother is a firefighter and he lives in Leeds",
  'How do you say "I am allergic to nuts" in Italian',
  "rewrite this: I have worked in logistics for ten years and I love it",
  "Make this sound better - I'm a hard worker and I always arrive early",
  "Proofread: My family moved to Ohio in 1998 and we have three dogs",
  "Fix the grammar: I is living in Boston since two years",
  "Song lyrics: I've been working on the railroad all the livelong day",
  "Can you finish this lyric, I was born in a small town",
  "my favourite line from the film is I live my life a quarter mile at a time",
  "He said on the podcast: I never drink coffee after noon",
  "Test data: name Jane Roe, age 44, city Denver, allergic to penicillin",
  "Dummy record, please: I am John Smith, I was born on 1 May 1970",
  "test test 1 2 3, my name is foo bar",
  "asdf I like bananas lol this is just a test",
  "Here's an email I got: Hi, I'm moving to the Berlin office and my new number starts in May",
  "Forwarded from Dana: I always book the window seat",
  "My client wrote: we only accept bank transfer from now on",
  "A user reported: I use Safari and the button never works",
  "Homework: Write about your family. My mother is a nurse and my father drives a taxi",
  "Math problem: I have 12 apples and give 5 to my sister, how many are left",
  "Word problem: Every day I run three miles. How far do I run in a week",
  'Use "always" in a sentence: I always walk to school',
  "Sample answer: I was born in Lyon and I have two sisters",
  "Example sentence: My husband works in a bakery",
  "Mad libs! I have a purple giraffe named Steve",
  "Two truths and a lie: I have met the pope, I own a boat, I speak Welsh",
  "20 questions: I'm an animal, I live in water",
  "knock knock joke: I work at a bakery because I knead the money",
  "write a poem in my voice: I am a river, I sleep under stars",
  "Diary of my character: I moved to the harbour and married the baker",
  "Mock interview, I'll start: I have eight years of experience in sales and I live in Austin",
  "In the dream I was a teacher in Iceland",
  "Roleplay: you're the waiter. I'd like the steak, I'm allergic to shellfish",
  "Trivia night team name: We are the Quizzard of Oz",
  "The poem goes: I wandered lonely as a cloud",
  "Summarise this review: I bought this kettle in March and I use it every morning",
  "Tongue twister: I saw Susie sitting in a shoeshine shop",
];
/** The same words where they are the user's own life or wish. */
const OWN: readonly string[] = [
  "我叫李明，今年二十六岁，毕业于武汉大学",
  "我平时喜欢玩成语接龙，尤其周末跟女儿一起玩",
  "我是翻译，主要做法语和德语",
  "我在写一本小说，主角是个灯塔看守人",
  "我每周四晚上参加剧本杀",
  "我是编剧，住在北京通州",
  "我写邮件一向用英文",
  "我奶奶以前是小学老师，教语文",
  "我女儿正在学背古诗，每天一首",
  "以后翻译都用英式英语",
  "帮我润色邮件的时候，语气一律正式一点",
  "如果我问你菜谱，别推荐有花生的",
  "假如我用英文提问，你也用中文回答",
  "我测试工程师干了六年了",
  "我唱歌跑调，但是每周都去KTV",
  "I'm an actor and I rehearse every Tuesday and Thursday",
  "My daughter plays the lead in the school play",
  "I write song lyrics for a living",
  "I translate legal contracts from Polish",
  "When I ask you to translate something, use British English",
  "If I ask for recipes, leave out peanuts",
  "I run a D&D campaign every other Friday",
  "My brother is a poet and lives in Galway",
  "I'm writing a novel about a lighthouse keeper",
  "I teach homework club at the library on Mondays",
  'For emails, always sign off with "Best, Mo"',
  "I test medical devices at a lab in Cork",
  "I've been in the same pub quiz team for nine years",
];

describe("what is played, quoted or made up is nobody's memory (P01)", () => {
  it.each(PLAYED)("%s", (text) => {
    expect(kept(text)).toEqual([]);
  });
  it.each(OWN)("but this is the user's own: %s", (text) => {
    expect(kept(text)).not.toEqual([]);
  });
  it("knows the moves of a game, and when it is over", () => {
    expect(kept("先发制人", ["成语接龙：一马当先"])).toEqual([]);
    expect(kept("I work in the engine room and I hate the captain", ["Let's role-play: you're the captain"])).toEqual(
      [],
    );
    expect(
      kept("Seriously though, I work as a nurse in Cork", ["Let's role-play: you're the captain"]).join(),
    ).toContain("nurse");
    expect(kept("不玩了，说正事，我下周一入职青禾科技", ["成语接龙：一马当先"])).not.toEqual([]);
  });
  it("leaves a plot to its film, and takes up where the user speaks of themselves", () => {
    const told = "这部电影讲述了一个灯塔看守人的故事。他一直住在岛上，从来没有见过城市。我每周都去电影院。";
    expect(kept(told).join()).not.toContain("岛上");
    expect(kept(told).join()).toContain("电影院");
    expect(kept("The movie follows a lighthouse keeper. He has always lived on an island.")).toEqual([]);
  });
});
