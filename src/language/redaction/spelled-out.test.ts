import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { redact } from "./redact.js";

const cut = (text: string): string => redact(text, DEFAULT_POLICY.redaction).text;

describe("P22 secrets told in plain words and unusual shapes", () => {
  it.each([
    ["我的密码：海阔天空123", "海阔天空123"],
    ["密碼係 Kowloon2047", "Kowloon2047"],
    ["登录口令 芝麻开门芝麻", "芝麻开门芝麻"],
    ["微信密码 月落乌啼霜满", "月落乌啼霜满"],
    ["四一一一一一一一一一一一一一一一 是我的卡号", "四一一一"],
    ["卡号六二二二零二一二三四五六七八九零", "六二二二"],
    ["4111.1111.1111.1111", "4111.1111"],
    ["the code to my safe is 77-12-34", "77-12-34"],
    ["The combination to our garage door is 4471", "4471"],
    ["The passwd for root? zebra-lamp-99", "zebra-lamp-99"],
    ["Authorization: Bearer abc.def.ghijklmnop", "ghijklmnop"],
    ["mot de passe: Secr3tFR99", "Secr3tFR99"],
    ["Contraseña: gato-2291", "gato-2291"],
    ["Passwort für den Router: Blau_kraut77", "Blau_kraut77"],
    ["パスワード：neko2244x", "neko2244x"],
  ])("goes: %s", (text, secret) => expect(cut(text)).not.toContain(secret));

  it.each([
    "My favourite number is 1234567890123",
    "我的幸运数字是12345678",
    "密码：找前台要，不方便写在这里。",
    "密码：请输入至少八位",
    "登录口令 需要定期更换",
    "口令 我不告诉你",
    "构建号 2024.1101.0930.1122",
    "一二三四五六七八九十是数字",
    "Authorization: Bearer <token>",
    "Authorization: Bearer YOUR_TOKEN",
    "the code to my safe is written down",
    "The code for the door is 2 years old",
    "the password for root? I forgot",
    "Passwort: vergessen",
  ])("stays: %s", (text) => expect(cut(text)).toBe(text));

  it("a long text without any is read in a time that grows with it", () => {
    const text = `${"四一".repeat(40_000)} ${"my code to my ".repeat(5_000)} ${"密码 ".repeat(20_000)}`;
    expect(cut(text).length).toBeGreaterThan(0);
  });
});
