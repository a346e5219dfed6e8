import { createHash, hkdfSync, randomBytes, scrypt } from "node:crypto";
import { KeepsakeError } from "../../domain/index.js";

/** What a backup is encrypted with: words that a person knows, or the bytes of a key file. */
export type ArchiveSecret =
  | { readonly kind: "passphrase"; readonly text: string }
  | { readonly kind: "key"; readonly bytes: Uint8Array };

/** How the file's own key is made of the secret; in the head of the file. The salt is new for every file, and so is the key. */
export type KeyTerms =
  | { readonly from: "passphrase"; readonly salt: string; readonly n: number; readonly r: number; readonly p: number }
  | { readonly from: "key"; readonly salt: string };

const KEY_BYTES = 32;
const SALT_BYTES = 32;
const COST = { n: 65_536, r: 8, p: 1 } as const;
/** What a head may ask for: an altered one must not take the memory of the machine. */
const MOST = { n: 1_048_576, r: 16, p: 4 } as const;
const SHORTEST_KEY = 32;

export function newKeyTerms(secret: ArchiveSecret): KeyTerms {
  const salt = randomBytes(SALT_BYTES).toString("base64");
  return secret.kind === "passphrase" ? { from: "passphrase", salt, ...COST } : { from: "key", salt };
}

function scrypted(text: string, { salt, n, r, p }: Extract<KeyTerms, { from: "passphrase" }>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const terms = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(text.normalize("NFC"), Buffer.from(salt, "base64"), KEY_BYTES, terms, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function mismatch(message: string): KeepsakeError {
  return new KeepsakeError("INVALID_INPUT", message, {
    remedy: {
      en: "Set KEEPSAKE_BACKUP_PASSPHRASE, or name the key file with --key-file: whichever the backup was made with.",
      zh: "请设置 KEEPSAKE_BACKUP_PASSPHRASE，或用 --key-file 指定密钥文件：与制作备份时所用的相同。",
    },
  });
}

/** @throws INVALID_INPUT where the secret is of another kind than the file's, or too short */
export async function deriveKey(secret: ArchiveSecret | undefined, terms: KeyTerms): Promise<Buffer> {
  if (secret === undefined) throw mismatch("the backup is encrypted, and no key is given");
  if (terms.from === "passphrase") {
    if (secret.kind !== "passphrase") throw mismatch("the backup is encrypted by a passphrase, not by a key file");
    if (!(terms.n <= MOST.n && terms.r <= MOST.r && terms.p <= MOST.p))
      throw new KeepsakeError("UNSUPPORTED_FORMAT", "the backup asks for more work than any of ours");
    return scrypted(secret.text, terms);
  }
  if (secret.kind !== "key") throw mismatch("the backup is encrypted by a key file, not by a passphrase");
  if (secret.bytes.length < SHORTEST_KEY) throw mismatch(`a key file has at least ${SHORTEST_KEY} bytes`);
  const material = createHash("sha256").update(secret.bytes).digest();
  return Buffer.from(hkdfSync("sha256", material, Buffer.from(terms.salt, "base64"), "keepsake backup", KEY_BYTES));
}
