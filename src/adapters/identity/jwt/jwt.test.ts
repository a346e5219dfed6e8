import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import type { TokenVerifier } from "../../../ports/index.js";
import { createJwtVerifier, type JwtOptions } from "./index.js";

const SECRET = "a shared secret of more than 32 bytes";
const CLAIMS = { tenant: "tenant", role: "role", permissions: "scope", agent: "agent", user: "sub" };
const TERMS = { issuer: "https://issuer.example", audience: "keepsake", claims: CLAIMS, clockToleranceSeconds: 0 };

let rsa: { publicKey: CryptoKey; privateKey: CryptoKey };
let ec: { publicKey: CryptoKey; privateKey: CryptoKey };

beforeAll(async () => {
  rsa = await generateKeyPair("RS256", { extractable: true });
  ec = await generateKeyPair("ES256", { extractable: true });
});

function sign(
  key: CryptoKey | Uint8Array,
  alg: string,
  claims: JWTPayload = {},
  more: { readonly kid?: string; readonly expires?: string } = {},
): Promise<string> {
  const all = { iss: TERMS.issuer, aud: TERMS.audience, sub: "ada", role: "agent", ...claims };
  const token = new SignJWT(all).setProtectedHeader({ alg, ...(more.kid === undefined ? {} : { kid: more.kid }) });
  return (more.expires === "" ? token : token.setExpirationTime(more.expires ?? "5m")).sign(key);
}

const bytes = (text: string) => new TextEncoder().encode(text);
const shared = (more: Partial<JwtOptions> = {}) =>
  createJwtVerifier({ ...TERMS, keys: { sharedKey: SECRET }, algorithms: ["HS256"], ...more });

async function outcome(verifier: TokenVerifier, token: string): Promise<unknown> {
  try {
    return await verifier.verify(token);
  } catch (error) {
    return error instanceof KeepsakeError ? error.code : error;
  }
}

describe("signed tokens (7.4)", () => {
  it("reads tenant, role, permissions, agent and user from the claims", async () => {
    const token = await sign(bytes(SECRET), "HS256", {
      ...{ tenant: "acme", role: "admin", scope: "openid memory:read email operate", agent: "bot" },
    });
    expect(await (await shared()).verify(token)).toEqual({
      ...{ subject: "ada", tenant: "acme", role: "admin", user: "ada", agent: "bot" },
      permissions: ["memory:read", "operate"],
    });
  });

  it("refuses what is not for us, not from them, over, without an end, without a role or a user, or forged", async () => {
    const verifier = await shared();
    const key = bytes(SECRET);
    const good = await sign(key, "HS256");
    const [head = "", body = "", signature = ""] = good.split(".");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
    const owner = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), role: "owner" }),
    );
    const wrong = [
      await sign(key, "HS256", { aud: "others" }),
      await sign(key, "HS256", { iss: "https://evil.example" }),
      await sign(key, "HS256", {}, { expires: "-1s" }),
      await sign(key, "HS256", {}, { expires: "" }),
      await sign(key, "HS256", { role: "emperor" }),
      await sign(key, "HS256", { role: undefined }),
      await sign(key, "HS256", { sub: "" }),
      await sign(key, "HS256", { sub: "a\u0000b" }),
      await sign(bytes("another secret of more than 32 bytes!"), "HS256"),
      await sign(key, "HS512"),
      `${head}.${owner.toString("base64url")}.${signature}`,
      none,
      "a.b.c",
      "nothing",
    ];
    for (const token of wrong) expect(await outcome(verifier, token)).toBe("UNAUTHENTICATED");
    expect(await outcome(verifier, good)).toMatchObject({ subject: "ada" });
  });

  it("a public key is never taken for a shared secret (algorithm confusion)", async () => {
    const pem = await exportSPKI(rsa.publicKey);
    const verifier = await createJwtVerifier({ ...TERMS, keys: { publicKey: pem }, algorithms: ["RS256"] });
    expect(await outcome(verifier, await sign(rsa.privateKey, "RS256"))).toMatchObject({ subject: "ada" });
    expect(await outcome(verifier, await sign(bytes(pem), "HS256"))).toBe("UNAUTHENTICATED");
    expect(await outcome(verifier, await sign(ec.privateKey, "ES256"))).toBe("UNAUTHENTICATED");
  });

  it("a default role stands in for the claim; without a user claim every user is open", async () => {
    const verifier = await shared({ defaultRole: "reader", claims: { ...CLAIMS, user: "" } });
    expect(await verifier.verify(await sign(bytes(SECRET), "HS256", { role: undefined }))).toEqual({
      ...{ subject: "ada", role: "reader" },
    });
    const named = await shared({ claims: { ...CLAIMS, user: "memory_user" } });
    expect(await outcome(named, await sign(bytes(SECRET), "HS256"))).toBe("UNAUTHENTICATED");
  });

  it("reads a JWK and a JWK set; what is neither is CONFIG_INVALID", async () => {
    const jwk = await exportJWK(ec.publicKey);
    for (const publicKey of [JSON.stringify(jwk), JSON.stringify({ keys: [jwk] })]) {
      const verifier = await createJwtVerifier({ ...TERMS, keys: { publicKey }, algorithms: ["ES256"] });
      expect(await outcome(verifier, await sign(ec.privateKey, "ES256"))).toMatchObject({ subject: "ada" });
    }
    for (const publicKey of ["nothing", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"]) {
      const making = createJwtVerifier({ ...TERMS, keys: { publicKey }, algorithms: ["ES256"] });
      await expect(making).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    }
  });
});

describe("keys from an address", () => {
  let server: Server;
  let url = "";
  let keys: unknown[] = [];
  beforeAll(async () => {
    server = createServer((_request, response) => response.end(JSON.stringify({ keys }))).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("sees a rotation without a restart; keys that cannot be fetched are no fault of the token", async () => {
    const terms = { ...TERMS, algorithms: ["RS256", "ES256"] };
    keys = [{ ...(await exportJWK(rsa.publicKey)), kid: "1" }];
    const verifier = await createJwtVerifier({ ...terms, keys: { jwksUrl: url } });
    expect(await outcome(verifier, await sign(rsa.privateKey, "RS256", {}, { kid: "1" }))).toMatchObject({
      subject: "ada",
    });
    expect(await outcome(verifier, await sign(ec.privateKey, "ES256", {}, { kid: "2" }))).toBe("UNAUTHENTICATED");
    keys = [{ ...(await exportJWK(ec.publicKey)), kid: "2" }];
    const fresh = await createJwtVerifier({ ...terms, keys: { jwksUrl: url } });
    expect(await outcome(fresh, await sign(ec.privateKey, "ES256", {}, { kid: "2" }))).toMatchObject({
      subject: "ada",
    });
    const nowhere = await createJwtVerifier({ ...terms, keys: { jwksUrl: "http://127.0.0.1:9/jwks" } });
    expect(await outcome(nowhere, await sign(rsa.privateKey, "RS256"))).toBe("STORE_BUSY");
  });
});
