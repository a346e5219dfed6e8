import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Policy, REDACTION_KINDS, type RedactionAction, type RedactionKind } from "../../domain/index.js";
import { redact } from "./redact.js";

function all(action: RedactionAction): Policy["redaction"] {
  return Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, action])) as Record<RedactionKind, RedactionAction>;
}
const DROP = all("drop");
const MASK = all("mask");

/** Put together here so that no scanner of sources takes a sample for a leak. */
const made = (prefix: string, tail: string): string => prefix + tail;

/** Kind, text, and what must not be left of it. */
const SECRETS: readonly (readonly [RedactionKind, string, string])[] = [
  ["api-key", `my key is ${made("sk-", "proj-abcDEF1234567890abcdef1234")}`, "abcDEF1234567890"],
  ["api-key", `用这个 ${made("sk-", "a1b2c3d4e5f6a7b8c9d0e1f2")}，别外传`, "a1b2c3d4"],
  ["api-key", made("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"), "16C7e42F"],
  ["api-key", made("github_pat_", "11ABCDEFG0abcdefghijkl_mnopqrstuvwx"), "11ABCDEFG0"],
  ["api-key", made("AKIA", "IOSFODNN7EXAMPLE"), "IOSFODNN7"],
  ["api-key", made("xoxb-", "123456789012-abcdefABCDEF"), "123456789012"],
  ["api-key", made("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"), "SyD-9tSrke"],
  ["api-key", made("glpat-", "a1b2c3d4e5f6g7h8i9j0"), "a1b2c3d4"],
  ["api-key", made("hf_", "abcdefghijklmnopqrstuvwxyz0123456789"), "abcdefghij"],
  ["api-key", made("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"), "4eC39HqL"],
  ["api-key", made("LTAI", "5tAbCdEfGhIjKlMnOpQr"), "5tAbCdEf"],
  ["api-key", "the api key is 8f14e45fceea167a5a36dedd4bea2543", "8f14e45f"],
  ["api-key", "API_KEY=Zx9_kq83LmPq21", "Zx9_kq83"],
  ["api-key", "我的API密钥是 abcd1234efgh5678", "abcd1234"],
  ["api-key", "密钥：9f8e7d6c5b4a3210", "9f8e7d6c"],
  ["api-key", "app_secret=9a8b7c6d5e4f3a2b", "9a8b7c6d"],
  ["api-key", "client secret: 'Q~8f7g6h5j4k3l2m1n'", "8f7g6h5j"],
  ["token", "Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890"],
  ["token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_def-123", "eyJzdWIi"],
  ["token", "token is abcdef1234567890", "abcdef1234567890"],
  ["token", "access_token=ya12bc34de56fg78", "ya12bc34"],
  ["token", "令牌是 9a8b7c6d5e4f3g2h", "9a8b7c6d"],
  ["token", "bot 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1", "AAHdqTcvCH"],
  ["password", "password: hunter2", "hunter2"],
  ["password", "Password = Secret!1", "Secret!1"],
  ["password", "my pw is swordfish", "swordfish"],
  ["password", "my wifi password is Blue!Sky9", "Blue!Sky9"],
  ["password", "the PIN is 4821", "4821"],
  ["password", "password for the staging server is tr0ub4dor&3", "tr0ub4dor"],
  ["password", "I changed my password to correcthorse", "correcthorse"],
  ["password", "pass: letmein", "letmein"],
  ["password", 'the passphrase is "open sesame"', "open"],
  ["password", "密码是abc123", "abc123"],
  ["password", "WiFi密码 12345678", "12345678"],
  ["password", "账号admin密码admin123", "admin123"],
  ["password", "支付密码改成了778899", "778899"],
  ["password", "口令：“芝麻开门”", "芝麻开门"],
  ["password", "我密码改成 Qwer!234 了", "Qwer!234"],
  ["password", "密碼是ｘｙｚ９８７", "ｘｙｚ９８７"],
  ["private-key", `-----BEGIN RSA ${"PRIVATE"} KEY-----\nMIIEow\n-----END RSA ${"PRIVATE"} KEY-----`, "MIIEow"],
  ["private-key", `密钥如下 -----BEGIN OPENSSH ${"PRIVATE"} KEY-----\nb3BlbnNz\nAAAAB3`, "b3BlbnNz"],
  ["connection-string", "postgres://bob:s3cret@db.example.com:5432/app", "s3cret"],
  ["connection-string", "mongodb+srv://u:p%40ss@cluster0.abc.mongodb.net/x", "p%40ss"],
  ["connection-string", "连接串 redis://:pa55word@10.0.0.1:6379/0，记一下", "pa55word"],
  ["connection-string", "Server=db;User Id=sa;Password=Pa55;", "Pa55"],
  ["connection-string", "jdbc:mysql://h/db?user=a&password=b1c2", "b1c2"],
  ["id-card", "身份证号11010519491231002X", "19491231"],
  ["id-card", "身份证 110105 19491231 002X", "19491231"],
  ["id-card", "my ID is 11010519491231002x, ok", "19491231"],
  ["id-card", "SSN is 123-45-6789", "6789"],
  ["id-card", "护照号E12345678", "E12345678"],
  ["id-card", "passport number is 123456789", "123456789"],
  ["id-card", "身份证号码：１１０１０５１９４９１２３１００２Ｘ", "１９４９"],
  ["bank-card", "卡号6222 0212 3456 7890 123", "7890"],
  ["bank-card", "my card is 4111 1111 1111 1111", "4111"],
  ["bank-card", "send it to GB82 WEST 1234 5698 7654 32 please", "WEST"],
  ["bank-card", "IBAN：DE89370400440532013000，别外传", "DE89370400440532013000"],
  ["bank-card", "nl91abna0417164300 is where the rent goes", "abna"],
  ["bank-card", "5500-0000-0000-0004", "5500"],
  ["bank-card", "银行卡号是6222021234567890123，请记住", "6222021234567890123"],
  ["bank-card", "amex 378282246310005", "378282246310005"],
  ["bank-card", "4\u200b111\u200b111111111111", "111111"],
  ["phone", "我的手机号是13812345678", "13812345678"],
  ["phone", "138-1234-5678", "5678"],
  ["phone", "138 1234 5678", "5678"],
  ["phone", "１３８１２３４５６７８", "１３８"],
  ["phone", "138\u200b1234\u200b5678", "5678"],
  ["phone", "1 3 8 1 2 3 4 5 6 7 8", "5 6 7 8"],
  ["phone", "一三八一二三四五六七八", "一三八"],
  ["phone", "+86 138 1234 5678", "5678"],
  ["phone", "手機號碼：+852 9123 4567", "4567"],
  ["phone", "010-12345678", "12345678"],
  ["phone", "电话 65521234", "65521234"],
  ["phone", "400-820-8820", "8820"],
  ["phone", "+1 (415) 555-2671", "2671"],
  ["phone", "415-555-2671", "2671"],
  ["phone", "call me at 4155552671", "4155552671"],
  ["phone", "+44 20 7946 0958", "0958"],
  ["phone", "+33 1 23 45 67 89", "67 89"],
  ["phone", "my phone number is 07911 123456", "123456"],
  ["phone", "WhatsApp: +91 98765 43210", "43210"],
  ["email", "bob@example.com", "bob@"],
  ["email", "联系邮箱：zhang.san@公司.com", "zhang.san"],
  ["email", "bob＠example．com", "bob＠"],
  ["email", "bob at example dot com", "example dot"],
  ["email", "写信到a.b+c@mail.example.co.uk。", "a.b+c"],
];

const LOOK_ALIKES =
  `order number 13812345678|version 3.12.1|commit 9fceb02d0ae598e95dc970b74767f19372d61af8|550e8400-e29b-41d4-a716-446655440000|ISBN 978-3-16-148410-0|192.168.100.200
2026-06-01 12:30:45|¥1,234,567.89|PRJ-1024|#13812|@handle_138|#sre-night|tracking number 4111111111111111|the password is wrong|password: required|my password is expired
api key is required|the api key is stored in vault|the token limit is 128000|react@18.2.0|git@github.com:org/repo.git|logo@2x.png|1700000000000|port 8080|I have 10000000 users
http://localhost:3000/a|pages 100-200|2024-2025|call me at 3 pm|phone model 12345678|in 1999 and 2000|1024 768 1920 1080|reset the password in settings|password manager is great
part number GB82 WEST 1234 5698 7654 33|DE89370400440532013001|invoice 4012888888881881|IMEI 352099001761481|id 12345678901234567|I forgot my password, what is it|v1.2.3-rc.4|QPS 12000|the pin is broken|my pass is valid until Friday
sk-learn-is-a-long-library-name|project sk-alpha|token: string|138,123,456|0.12345678901|3.14159265358979|10.0.0.1:8080|pull request 12345678|AB-12345678|the secret is out
the secret is practice|my password is in 1Password|card 4 of 52|100 200 3000|my password has been changed|is the token expired?|2001:db8::8a2e:370:7334|sha256:e3b0c44298fc1c149afbf4c8996fb924
订单号13812345678|订单 20260601123456789|密码是什么|密码是8位数字|密码是必填的|密码错误|手机型号 12345678|房间 1301|密码长度为8-16位|密码忘了|时间戳1700000000|邮编100080
2026年6月1日|13.8亿|会议号 123 456 789|订单号：6222021234567890123|快递单号 SF1234567890123|密码和口令的区别|我的密码不记得了|一九九八年|三百五十|他每天走一万三千八百步|密钥管理很重要
合同编号20260601001|这个月销量12345678件|IP是172.16.254.1|用户ID 10086123456|第110105194912310021条记录|工号12345678|口令红包|令牌桶算法限流`.split(
    /[|\n]/u,
  );

describe("redact", () => {
  it.each(SECRETS)("takes out %s: %s", (kind, text, secret) => {
    const { text: clean, findings } = redact(text, DROP);
    expect(findings.map((finding) => finding.kind)).toEqual([kind]);
    expect(clean).not.toContain(secret);
    expect(clean).toContain(`[redacted:${kind}]`);
  });

  it.each(LOOK_ALIKES)("leaves alone: %s", (text) => {
    expect(redact(text, DROP)).toEqual({ text, findings: [] });
  });

  it.each(SECRETS)("does not change %s a second time: %s", (_kind, text) => {
    for (const actions of [DROP, MASK]) {
      const once = redact(text, actions).text;
      expect(redact(once, actions)).toEqual({ text: once, findings: [] });
      expect(redact(once, DROP).text).toBe(once);
    }
  });

  it("masks all but the last signs, and shows nothing of a password", () => {
    const mask = (text: string) => redact(text, MASK).text;
    expect(mask("电话13812345678")).toBe("电话[redacted:phone:5678]");
    expect(mask("my card is 4111 1111 1111 1111")).toBe("my card is [redacted:bank-card:1111]");
    expect(mask("bob@example.com")).toBe("[redacted:email:b…@example.com]");
    expect(mask("password: hunter2")).toBe("password: [redacted:password]");
    expect(mask("the PIN is 4821")).toBe("the PIN is [redacted:password]");
    expect(mask("postgres://bob:s3cret@db.example.com/app")).toBe("[redacted:connection-string]");
  });

  it("is not deceived by a mark that someone wrote around a secret", () => {
    expect(redact("[redacted:phone:13812345678]", DROP).text).not.toContain("13812345678");
  });

  it("keeps a kind that the policy allows, and takes out the others", () => {
    const text = "bob@example.com 13812345678";
    expect(redact(text, { ...DROP, email: "allow" })).toMatchObject({
      text: "bob@example.com [redacted:phone]",
      findings: [{ kind: "phone" }],
    });
    expect(redact(text, all("allow"))).toEqual({ text, findings: [] });
  });

  it("gives offsets into the text as it was given, invisible characters included", () => {
    const text = "电话\u200b138\u200b1234\u200b5678，谢谢";
    const [finding] = redact(text, DROP).findings;
    expect(text.slice(finding?.start, finding?.end)).toBe("138\u200b1234\u200b5678");
    expect(redact(text, DROP).text).toBe("电话\u200b[redacted:phone]，谢谢");
  });

  it("takes out several of several kinds", () => {
    const { text, findings } = redact(
      "邮箱a@b.com，手机13812345678，密码是abc123，key sk-a1b2c3d4e5f6a7b8c9d0e1f2",
      DROP,
    );
    expect(findings.map(({ kind }) => kind)).toEqual(["email", "phone", "password", "api-key"]);
    expect(text).toBe("邮箱[redacted:email]，手机[redacted:phone]，密码是[redacted:password]，key [redacted:api-key]");
  });

  it("is idempotent on any mixture, and cuts only what it reports", () => {
    const piece = fc.constantFrom(
      "13812345678",
      "密码是",
      "password: ",
      "abc123",
      " ",
      "，",
      "a@b.com",
      "[redacted:phone]",
      "[redacted:",
      "]",
      "4111111111111111",
      "+86",
      "-",
      "token=",
      "sk-a1b2c3d4e5f6a7b8c9d0e1f2",
      "://",
      "postgres",
      ":x@",
      "\u200b",
      "１",
      "-----BEGIN PRIVATE KEY-----",
      "is ",
      "to ",
      "1",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), fc.constantFrom(DROP, MASK), (pieces, actions) => {
        const text = pieces.join("");
        const once = redact(text, actions);
        expect(redact(once.text, actions).text).toBe(once.text);
        let last = 0;
        for (const { start, end } of once.findings) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("comes back from hostile texts", () => {
    const units = [
      "1",
      "1 ",
      "a",
      "a@",
      "sk-",
      "password ",
      "password for ",
      "密码",
      "-----BEGIN PRIVATE KEY-----",
      "a://a:",
      "server=",
      "eyJaaaaaaaaa.",
      "+1",
      "(",
      "\u200b",
    ];
    for (const unit of units) expect(redact(unit.repeat(20_000), DROP).findings.length).toBeLessThanOrEqual(20_000);
  });
});
