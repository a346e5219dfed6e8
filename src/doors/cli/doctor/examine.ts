import type { KeepsakeConfig } from "../../../config/index.js";
import { makeScope, readAll, type Scope } from "../../../domain/index.js";
import type { DoorEngine } from "../../engine.js";
import { checkBlobs, checkStrayFiles } from "./blobs.js";
import { checkChatModel, checkReranker, checkSpend } from "./called-models.js";
import { checkCompanion } from "./companion.js";
import {
  allKeys,
  checkAudit,
  checkEmbedder,
  checkErasedBytes,
  checkIntegrity,
  checkJournal,
  checkKeys,
  checkReview,
  checkVectors,
} from "./contents.js";
import { both, type Finding, finding, type Patient, unmade } from "./finding.js";
import { checkReader } from "./reader.js";
import {
  checkClock,
  checkEncryption,
  checkExposure,
  checkFolder,
  checkNode,
  checkRedaction,
  checkWall,
} from "./surroundings.js";
import { checkVectorEngine } from "./vector-engine.js";

async function patientOf(config: KeepsakeConfig, engine: DoorEngine): Promise<Patient> {
  const { tenants: store } = engine.parts.storage;
  const tenants = (await readAll((page) => store.list(page))).map(({ id }) => id);
  const scopes: Scope[] = [];
  for (const tenant of tenants) {
    for (const { id } of await readAll((page) => store.listUsers(tenant, page))) scopes.push(makeScope(tenant, id));
  }
  return { config, engine, tenants, scopes };
}

/** One check that cannot be made is a finding of its own; the others are still made. */
async function made(check: string, work: () => Promise<Finding | readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    const found = await work();
    return "check" in found ? [found] : found;
  } catch (thrown) {
    return [unmade(check, thrown)];
  }
}

async function examineStore(config: KeepsakeConfig, engine: DoorEngine): Promise<readonly Finding[]> {
  const patient = await patientOf(config, engine);
  const keys = await allKeys(patient);
  const checks: readonly (readonly [string, () => Promise<Finding | readonly Finding[]>])[] = [
    ["store-integrity", () => checkIntegrity(patient)],
    ["erased-bytes", () => checkErasedBytes(patient)],
    ["journal", () => checkJournal(patient)],
    ["row-security", () => checkWall(patient)],
    ["chat-model", () => checkChatModel(patient)],
    ["reranker", () => checkReranker(patient)],
    ["embedder", () => checkEmbedder(patient)],
    ["reader", () => checkReader(patient)],
    ["vectors", () => checkVectors(patient)],
    ["authentication", async () => checkExposure(patient, keys)],
    ["keys", async () => checkKeys(patient, keys)],
    ["audit-chain", () => checkAudit(patient)],
    ["redis", () => checkCompanion(patient)],
    ["vector-engine", () => checkVectorEngine(patient)],
    ["blobs", () => checkBlobs(patient)],
    ["stray-files", () => checkStrayFiles(patient)],
    ["clock", () => checkClock(patient)],
    ["redaction", async () => checkRedaction(patient)],
    ["review-queue", () => checkReview(patient)],
  ];
  const findings: Finding[] = [];
  for (const [name, work] of checks) findings.push(...(await made(name, work)));
  return findings;
}

type Open = (config: KeepsakeConfig) => Promise<DoorEngine>;

/** Where attachments rest is the last that is opened, and what is wrong with it hides nothing of the rest. undefined: it is not what fails. */
async function openWithoutFiles(config: KeepsakeConfig, open: Open): Promise<DoorEngine | undefined> {
  if (config.blobs.kind === "none") return undefined;
  try {
    return await open({ ...config, blobs: { ...config.blobs, kind: "none" } as KeepsakeConfig["blobs"] });
  } catch {
    return undefined;
  }
}

/**
 * Looks at one deployment against the list of what must be right before anybody relies on it (requirement 10.2).
 * @param open opens the engine; that it does is a check too: schema version, keys, models
 */
export async function examine(config: KeepsakeConfig, open: Open): Promise<readonly Finding[]> {
  const around = [
    checkNode(process.version),
    ...(await checkFolder({ config })),
    checkEncryption({ config }),
    ...checkSpend({ config }),
  ];
  let engine: DoorEngine;
  try {
    engine = await open(config);
  } catch (thrown) {
    const bare = await openWithoutFiles(config, open);
    if (bare === undefined) return [...around, unmade("store-opens", thrown)];
    around.push(unmade("blobs", thrown));
    engine = bare;
  }
  try {
    const opened = finding(
      "store-opens",
      "ok",
      both("Store and models open; the schema is current.", "存储与模型可打开，结构为当前版本。"),
    );
    return [...around, opened, ...(await examineStore(config, engine))];
  } finally {
    await engine.close();
  }
}
