import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { testApp } from '#test/test-app.ts';
import { contentVersions } from './version-tables.server.ts';
import { versionsOf } from './versions.server.ts';

const { dependencies, db, clock } = await testApp();
const Text = z.strictObject({ text: z.string() });
const texts = versionsOf(dependencies, {
  kind: 'legal-text',
  schema: Text,
  asDelivered: (_, key) => (key === 'terms' ? { text: 'はじめ' } : undefined),
  mayHoldLater: true,
});
const actor = { kind: 'person', uid: 'hanako' } as Person;
const now = { note: '', holdsFrom: '' };
const textNow = async () => (await texts.current('terms'))?.content.text;

beforeAll(async () => {
  await db.insert(authUsers).values({ id: 'hanako', name: '', email: 'hanako@example.jp' });
  await db
    .insert(users)
    .values({ uid: 'hanako', email: 'hanako@example.jp', lastName: '見本', firstName: '花子' });
});
beforeEach(async () => {
  await db.delete(contentVersions);
  clock.now = new Date('2026-11-20T10:00:00+09:00');
});

const saved = async (text: string, tag?: number) =>
  (await texts.save(actor, 'terms', tag, { text })).tag;

test('a draft changes nothing until it is published, and then holds at once', async () => {
  const tag = await saved('つぎ');
  expect(await textNow()).toBe('はじめ');
  const { versioned } = await texts.publish(actor, 'terms', tag, { ...now, note: '直した' });
  expect(versioned).toMatchObject({
    current: { number: 1, content: { text: 'つぎ' } },
    draft: null,
  });
  expect((await texts.history('terms')).items).toMatchObject([
    { number: 1, state: 'published', note: '直した', changedBy: '見本 花子' },
  ]);
});

test('whoever saw an earlier version is refused, and nothing is overwritten', async () => {
  const tag = await saved('ひとり');
  await saved('ふたり', tag);
  await expect(saved('さんにん', tag)).rejects.toMatchObject({ refusal: { type: 'Conflict' } });
  expect((await texts.read('terms'))?.versioned.draft?.content.text).toBe('ふたり');
  await expect(texts.publish(actor, 'terms', tag, now)).rejects.toThrow();
});

test('of two who save at once, having seen the same, one is refused', async () => {
  const tag = await saved('もと');
  const both = await Promise.allSettled([saved('ひだり', tag), saved('みぎ', tag)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a version holds from its day on, and not before', async () => {
  const tag = await saved('来年から');
  const holdsFrom = '2027-01-01';
  const { versioned } = await texts.publish(actor, 'terms', tag, { note: '', holdsFrom });
  expect(versioned.coming).toMatchObject([{ number: 1, holdsFrom }]);
  expect(await textNow()).toBe('はじめ');
  // A version published at once meanwhile applies until then.
  await texts.publish(actor, 'terms', await saved('年内だけ'), now);
  expect(await textNow()).toBe('年内だけ');
  clock.now = new Date('2027-01-01T00:00:01+09:00');
  expect(await textNow()).toBe('来年から');
});

test('a day that has gone is refused', async () => {
  const tag = await saved('昨日から');
  await expect(
    texts.publish(actor, 'terms', tag, { note: '', holdsFrom: '2026-11-19' }),
  ).rejects.toMatchObject({ refusal: { errors: [{ path: 'holdsFrom' }] } });
});

test('an earlier version, and what was delivered, can be made the draft again', async () => {
  await texts.publish(actor, 'terms', await saved('ひとつめ'), now);
  await texts.publish(actor, 'terms', await saved('ふたつめ'), now);
  const restored = await texts.restore(actor, 'terms', undefined, 1);
  expect(restored.versioned.draft).toMatchObject({ number: 3, content: { text: 'ひとつめ' } });
  const delivered = await texts.restore(actor, 'terms', restored.tag, 0);
  expect(delivered.versioned.draft).toMatchObject({ number: 3, content: { text: 'はじめ' } });
  expect(await textNow()).toBe('ふたつめ');
  await expect(texts.restore(actor, 'terms', undefined, 99)).rejects.toThrow();
});

test('a draft that was given up stays in the history', async () => {
  const discarded = await texts.discard(actor, 'terms', await saved('やめた'));
  expect(discarded.versioned.draft).toBeNull();
  expect((await texts.history('terms')).items).toMatchObject([{ state: 'discarded' }]);
  await expect(texts.publish(actor, 'terms', undefined, now)).rejects.toThrow('下書きがありません');
});

test('unknown content is not found', async () => {
  expect(await texts.read('nothing')).toBeUndefined();
  expect(await texts.version('terms', 1)).toBeUndefined();
});
