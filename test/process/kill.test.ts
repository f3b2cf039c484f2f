import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { applyBody, unknownGuest } from '#test/apply-body.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';

const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  TRUST_PROXY: 'true',
};
const writers = 8;
const rounds = 3;

/** One application under a key of its own; undefined when no answer came back. */
async function apply(url: string, associateId: string, key: string): Promise<string | undefined> {
  const applicant = { email: `${key}@tasuki.example` };
  try {
    const reply = await fetch(`${url}/api/appraisal/apply`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': key,
        ...unknownGuest().headers,
      },
      body: JSON.stringify(applyBody({ application: { associateId }, applicant })),
    });
    if (reply.status !== 201) return undefined;
    return ((await reply.json()) as { appraisalId: string }).appraisalId;
  } catch {
    return undefined;
  }
}

/** Applies again and again until the server dies; answers what each key was told. */
async function write(url: string, associateId: string, told: Map<string, string | undefined>) {
  for (;;) {
    const key = randomUUID();
    told.set(key, undefined);
    const appraisalId = await apply(url, associateId, key);
    if (appraisalId === undefined) return;
    told.set(key, appraisalId);
  }
}

async function allAppraisalIds(url: string): Promise<string[]> {
  const token = await signIn(url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const reply = await fetch(`${url}/api/office/applications?state=applied&page=${page}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (reply.status === 404) return ids;
    const rows = (await reply.json()) as { appraisalId: string }[];
    if (rows.length === 0) return ids;
    ids.push(...rows.map((row) => row.appraisalId));
  }
}

test('what was acknowledged before kill -9 is there after it, once, and a retry adds what was not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-kill-'));
  onTestFinished(() => removeDataDir(dataDir));
  let server: ServerProcess = await startServer(dataDir, operator);
  onTestFinished(async () => void (await server.stop()));
  const [associate] = (await (await fetch(`${server.url}/api/associates`)).json()) as {
    id: string;
  }[];
  const associateId = associate?.id ?? '';
  const before = new Set(await allAppraisalIds(server.url));

  const told = new Map<string, string | undefined>();
  for (let round = 0; round < rounds; round++) {
    const writing = Array.from({ length: writers }, () => write(server.url, associateId, told));
    // Long enough for some writes to be in any of their phases.
    await wait(150 + 100 * round);
    await server.kill();
    await Promise.all(writing);
    server = await startServer(dataDir, operator);
  }

  const acknowledged = [...told.values()].filter((id) => id !== undefined);
  expect(acknowledged.length).toBeGreaterThan(writers);
  const found = await allAppraisalIds(server.url);
  expect(found).toEqual(expect.arrayContaining(acknowledged));

  // The lost answers: the same key gives what was written, or writes it now.
  for (const [key, id] of told) {
    if (id === undefined) told.set(key, await apply(server.url, associateId, key));
  }
  const now = (await allAppraisalIds(server.url)).filter((id) => !before.has(id));
  expect(now.toSorted()).toEqual([...told.values()].toSorted());
});
