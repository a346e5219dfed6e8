import { describe, expect, it } from "vitest";
import { isQuestion } from "./questions.js";

const ASKING =
  `What does Anna drink|who works on Alpha|where did I put the keys|how many kids do I have|Which editor does Bob use|did I tell you about Rome|is the server down
can you help|tell me what my name is|do you remember my birthday|any idea where it is|you like tea, right|when is the launch|what's my name|In which city does he live|Has the deploy finished
I like tea?|I moved to Paris. Do you know a good cafe?|What about lunch|And who told you|How do I reset it|whats the wifi name|What made you pick it|她的阅读偏好是什么|你喜欢喝茶对吧
我叫什么名字|你记得我的生日吗|谁负责这个项目|哪个城市|什么时候上线|多少钱|是不是周五|要不要带伞|我之前说过喜欢喝什么|上次那个事怎么样了|佢係邊個|會議幾點開始|项目用的数据库是啥|你呢
这周能上线吗？|我住哪儿|有没有推荐的餐厅|周五还是周六|为什么失败|请问怎么走|你知道我最怕什么吗|我的航班几点起飞`.split(
    /[|\n]/u,
  );
const TELLING =
  `I like tea|when I was young, I lived in Rome|what a day|how nice|I know who did it|I will do it|Have the report ready by Friday|remember that I like tea|Don't use tables
Will moved to Boston|Which is great|May is my favorite month|the question is settled|What I like most is tea|She asked me yesterday|Do it now|Can openers are cheap
没什么|什么都可以|谁都可以|我不知道怎么做|几乎完成了|记住我不喜欢什么都加糖|过几天再说|我喜欢喝茶|他问我去哪里，我说去北京|我学会怎么做饭了|前几天去了北京|以后都用中文|好几个人来了
不管怎么说都要去|这么好|怎么都行|没有问题|Let me know if you need anything|我也好想去公园散步呢|我不知道应该送什么礼物|如果有什么需要准备的，记得提前准备|我还是感觉被遗忘了|他时不时来一下|哪怕先从简单的开始|主题是关于人生的意义和如何面对变数|!!!|😀`.split(
    /[|\n]/u,
  );

describe("isQuestion", () => {
  it.each(ASKING)("asks: %s", (text) => {
    expect(isQuestion(text)).toBe(true);
  });
  it.each(TELLING)("tells: %s", (text) => {
    expect(isQuestion(text)).toBe(false);
  });
});
