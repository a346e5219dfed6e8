import { expect, it } from "vitest";
import { inOneText } from "./error-report.js";

it.each([
  ["there is no API key in the request", "Send one.", "there is no API key in the request. Send one."],
  ["The server is gone.", "Try again.", "The server is gone. Try again."],
  ["请求中没有 API 密钥", "请提供密钥。", "请求中没有 API 密钥。请提供密钥。"],
  ["服务没有响应。", "请重试。", "服务没有响应。请重试。"],
])("message and remedy in one text are two sentences: %s", (message, remedy, text) => {
  expect(inOneText({ message, remedy })).toBe(text);
});
