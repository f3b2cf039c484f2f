import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { identityChecks, pdfPaper } from '#test/factories/identity-papers.ts';
import { seen } from '#test/factories/seen.ts';
import { headersOfSession } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { paperFiles } from './paper-files.server.ts';

const house = await testApp();
const { clock, db, folder, services } = house;
const checks = await identityChecks(house);
const now = clock.now;
const dayMs = 24 * 60 * 60 * 1000;
beforeEach(async () => {
  clock.now = now;
  await checks.appraised();
});

test('files on the disk show nothing of the papers', async () => {
  const before = await checks.onDisk();
  await checks.send([checks.photo, pdfPaper]);
  const added = (await checks.onDisk()).filter((name) => !before.includes(name));
  expect(added).toHaveLength(2);
  const { papers } = (await checks.admin(`identity-checks/${checks.id()}`)).json();
  const opened = await checks.admin(`identity-papers/${papers[0].id}`);
  const beginning = opened.rawPayload.subarray(0, 16);
  expect([...beginning.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  for (const name of added) {
    const bytes = await readFile(join(folder, 'identity-papers', name));
    expect(bytes.includes('waterworks')).toBe(false);
    expect(bytes.includes('%PDF')).toBe(false);
    // The beginning of every JPEG we make. Three bytes alone might occur in sealed ones by chance.
    expect(bytes.includes(beginning)).toBe(false);
    await expect(sharp(bytes).metadata()).rejects.toThrow();
  }
});

test('approved papers stay for the time of the ledger, then rows and files go; the record stays', async () => {
  await checks.send();
  await checks.decide('approve');
  const deadline = new Date('2030-01-01T00:00:00+09:00');
  expect(
    (await checks.rows()).map(({ deleteAfter, reviewedBy }) => [deleteAfter, reviewedBy]),
  ).toEqual(Array(2).fill([deadline, 'operator-1']));
  clock.now = new Date(deadline.getTime() - 1);
  await paperFiles(services.ctx).forgetOver();
  expect(await checks.rows()).toHaveLength(2);
  clock.now = deadline;
  await paperFiles(services.ctx).forgetOver();
  expect(await checks.rows()).toEqual([]);
  expect(await checks.onDisk()).toEqual(await checks.filesOfRows());
  expect(await checks.audits('identity.approve')).toMatchObject([
    {
      actorUid: 'operator-1',
      at: now,
      details: { papers: ['driving-licence', 'utility-receipt'] },
    },
  ]);
  expect(await checks.application()).toMatchObject({ state: 'donated', identity: 'approved' });
});

test('unread papers expire, and are asked for again', async () => {
  await checks.send();
  clock.now = new Date(now.getTime() + 180 * dayMs - 1);
  await paperFiles(services.ctx).forgetOver();
  expect((await checks.application())?.identity).toBe('submitted');
  clock.now = new Date(now.getTime() + 180 * dayMs);
  await paperFiles(services.ctx).forgetOver();
  expect([(await checks.application())?.identity, await checks.rows()]).toEqual(['due', []]);
});

test('an application that ended on hold can be restored, with its papers', async () => {
  await checks.send();
  const version = (await checks.application())?.version;
  clock.now = new Date(now.getTime() + 2 * 60 * 60 * 1000);
  const operator = await headersOfSession(house, 'operator-1', true);
  const act = async (path: string, more: object = {}) => {
    const applications = await seen(db, [checks.id()]);
    const reply = await checks.post(
      `/api/office/applications/${path}`,
      { applications, ...more },
      operator,
    );
    return reply.json()[0];
  };
  for (const step of ['return', 'leave-unpriced', 'call-off']) {
    expect(await act('step', { step })).toMatchObject({ isDone: true });
    await paperFiles(services.ctx).forgetOver();
    expect(await act('take-back')).toMatchObject({ isDone: true, state: 'appraised' });
  }
  expect(await checks.application()).toMatchObject({
    ...{ state: 'appraised', identity: 'submitted', version: (version ?? 0) + 6 },
  });
  expect(await checks.rows()).toHaveLength(2);
  expect((await checks.mails()).map(({ kind }) => kind)).not.toContain('application-returned');
  // A reversed result leaves nothing to put on hold.
  await act('step', { step: 'return' });
  await db
    .update(appraisals)
    .set({ reversedAt: clock.now })
    .where(eq(appraisals.appraisalId, checks.id()));
  expect((await act('take-back')).message).toContain('取り消されている');
});

test('papers of an ended application have no purpose: the next sweep deletes them', async () => {
  expect((await checks.send()).statusCode).toBe(200);
  const step = { applications: await seen(db, [checks.id()]), step: 'return' };
  await checks.post('/api/office/applications/step', step, checks.operator);
  // The donor is not asked to wait for a donation that will not come.
  expect((await checks.status()).json()).toMatchObject({ identity: 'not-needed', canSend: false });
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60 * 1000);
  await paperFiles(services.ctx).forgetOver();
  expect([(await checks.application())?.state, await checks.rows()]).toEqual(['returned', []]);
  expect(await checks.onDisk()).toEqual(await checks.filesOfRows());
});
