import { beforeAll, describe, expect, test } from 'vitest';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { browser } from '#test/browser.ts';
import { wholeDatabase } from '#test/factories/whole-database.ts';
import { isLongForm, seed } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { emptyCarrierOptions } from '#warehouse/kits/kit-sender.ts';

// Malformed headers: an invalid version is refused on every change, while those for language,
// ranges and caching are ignored.

const house = await testApp();
const { app, db } = house;
type Headers = Record<string, string>;
const by: Record<'visitor' | 'newcomer' | 'donor' | 'staff' | 'owner' | 'auditor', Headers> = {
  ...{ visitor: {}, newcomer: {}, donor: {}, staff: {}, owner: {}, auditor: {} },
};

beforeAll(async () => {
  const signIn = signedIn(house);
  by.donor = await signIn('donor');
  by.staff = await signIn('staff', 'staff');
  by.owner = await signIn('owner', 'owner');
  by.auditor = await signIn('auditor', 'auditor');
  const page = browser(app);
  await page.signUp('newcomer@example.jp');
  by.newcomer = { authorization: `Bearer ${await page.renew()}` };
});

const callerOf = (allow: string): Headers => {
  if (allow === 'anyone') return by.visitor;
  if (allow === 'signed-up') return by.newcomer;
  if (['signed-in', 'before-second-factor'].includes(allow)) return by.donor;
  if (allow === 'audit.question') return by.auditor;
  return allow === 'associate-room.enter' ? by.staff : by.owner;
};

const noVersion = [
  '',
  '*',
  '3',
  '"',
  '""',
  '"abc"',
  '"-1"',
  '"03"',
  '"1.0"',
  '"1234567890"',
  'w/"3"',
  '"3", "4"',
  '"3" "3"',
  '"3"x',
];
/** All but the mail server's, which has a secret of its own. */
const changes = app.policies.filter(
  ({ method, url }) => method !== 'GET' && url !== '/api/mail/inbound',
);

/** All of `noVersion` in the long form, one per change in the short one. */
const versionsAt = (index: number) =>
  isLongForm ? noVersion : noVersion.slice((index + seed) % noVersion.length).slice(0, 1);

describe('an If-Match that names no version', () => {
  test('is refused at every change, in Japanese, and changes nothing', async () => {
    const before = await wholeDatabase(db);
    expect(changes.length).toBeGreaterThan(250);
    for (const [index, { method, url, allow }] of changes.entries()) {
      for (const version of versionsAt(index)) {
        const reply = await app.inject({
          method: method as 'POST',
          url: url.replace(/:\w+/g, '1').replace('*', 'x'),
          headers: { ...callerOf(allow), 'if-match': version },
          payload: {},
        });
        const label = `${method} ${url} ${version}`;
        expect([label, reply.statusCode]).toEqual([label, 400]);
        expect(ErrorBody.parse(reply.json()).message, label).toMatch(/If-Match.*ください/);
      }
    }
    expect(await wholeDatabase(db)).toEqual(before);
  });

  test.each(noVersion)('is neither ignored nor taken for a version: %j', async (version) => {
    const before = await wholeDatabase(db);
    expect((await changeOptions({ 'if-match': version })).statusCode).toBe(400);
    expect(await wholeDatabase(db)).toEqual(before);
  });
});

const changeOptions = (headers: Headers) =>
  app.inject({
    method: 'POST',
    url: '/api/office/kits/sender',
    headers: { ...by.owner, ...headers },
    payload: emptyCarrierOptions,
  });

test('a version that a compressing proxy made weak counts as the version it is', async () => {
  const seen = await app.inject({ url: '/api/office/kits/sender', headers: by.owner });
  const etag = String(seen.headers.etag);
  expect((await changeOptions({ 'if-match': 'W/"7"' })).statusCode).toBe(409);
  const saved = await changeOptions({ 'if-match': `W/${etag}` });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await changeOptions({ 'if-match': `W/${etag}` })).statusCode).toBe(409);
});

const passedOver: Headers[] = [
  { range: 'bytes=0-3' },
  { range: 'bytes=9-1,-0' },
  { 'if-range': '"x"', range: 'bytes=0-' },
  { 'if-none-match': '"x' },
  { 'if-none-match': 'W/"' },
  { 'if-modified-since': 'Fri, 31 Feb 2099 99:99:99 GMT' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { accept: '////' },
  { 'accept-language': `${'x'.repeat(500)}, *;q=9` },
  { 'accept-charset': 'utf-16' },
  { 'accept-encoding': 'gzip;q=1e999, ;;' },
  { 'content-type': 'nonsense' },
];
const reads = app.policies.filter(({ method, url }) => method === 'GET' && !url.includes(':'));

test('malformed ranges, languages and cache validators get the complete response', async () => {
  for (const [index, { url, allow }] of reads.entries()) {
    const ask = (more: Headers = {}) =>
      app.inject({ url, headers: { ...callerOf(allow), ...more } });
    const odd = passedOver[(index + seed) % passedOver.length];
    const [plain, reply] = [await ask(), await ask(odd)];
    const where = `${url} ${JSON.stringify(odd)}`;
    expect([where, reply.statusCode]).toEqual([where, plain.statusCode]);
    // Personal reads contain timestamps.
    if (allow !== 'anyone' || /auth|readyz|healthz|security\.txt/.test(url)) continue;
    expect([where, reply.body]).toEqual([where, plain.body]);
  }
});

describe('a body that says it is something else', () => {
  test.each([
    'text/plain',
    'application/xml',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json, text/plain',
    ';',
  ])('%s is refused in Japanese, and nothing is done', async (type) => {
    const before = await wholeDatabase(db);
    const reply = await app.inject({
      method: 'POST',
      url: '/api/office/reply-templates',
      headers: { ...by.owner, 'content-type': type },
      payload: JSON.stringify({ name: '定型', body: '本文' }),
    });
    expect([type, reply.statusCode]).toEqual([type, 400]);
    expect(ErrorBody.parse(reply.json()).message).toMatch(/[ぁ-ん]/);
    expect(await wholeDatabase(db)).toEqual(before);
  });
});
