import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { completeFacts } from '#test/factories/service-facts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { operatorAddress } from './service-facts.server.ts';
import { emptyFacts, sampleFacts } from './service-facts.ts';

const house = await testApp();
const { app, db, dependencies, services } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let owner: Headers;
let accountant: Headers;
const path = '/api/office/service-facts';

beforeAll(async () => {
  owner = await signIn('owner-1', 'owner');
  accountant = await signIn('accountant-1', 'accountant');
});
beforeEach(async () => {
  await db.delete(contentVersions);
  await db.delete(settings).where(eq(settings.key, 'sample'));
});

const read = () => app.inject({ url: path, headers: owner });
const send = (name: string, payload: object, etag: string, headers: Headers = owner) =>
  app.inject({
    method: 'POST',
    url: `${path}/${name}`,
    payload,
    headers: { ...headers, 'if-match': etag },
  });
const etagOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers.etag);
const published = async (content: object) => {
  const saved = await send('draft', { content }, etagOf(await read()));
  return send('publish', { note: '', holdsFrom: '' }, etagOf(saved));
};

test('an installation begins with nothing, and one with sample data with samples that say so', async () => {
  expect((await read()).json().current).toEqual({ number: 0, content: emptyFacts });
  expect(await services.facts.current()).toMatchObject({ name: '', isSample: false });
  const sample = { seed: 1, associates: 1, donors: 1, donations: 1, signIns: [] };
  await db.insert(settings).values({ key: 'sample', value: sample });
  expect((await read()).json().current.content).toEqual(sampleFacts);
  expect(await services.facts.current()).toMatchObject({ isSample: true });
  // Published facts are no sample any more.
  await published(completeFacts);
  expect(await services.facts.current()).toMatchObject({ name: '衣類の橋', isSample: false });
});

test('what is published is shown at once, also to whoever reports a weakness', async () => {
  await services.topics.start();
  expect((await app.inject({ url: '/.well-known/security.txt' })).body).not.toContain('mailto:');
  await published(completeFacts);
  expect((await app.inject({ url: '/.well-known/security.txt' })).body).toContain(
    'Contact: mailto:info@hashi.example',
  );
  expect(await services.facts.current()).toMatchObject({ name: '衣類の橋' });
  await services.topics.stop();
});

test('what visitors write goes to OPERATOR_EMAIL, else to the published address', async () => {
  await published(completeFacts);
  expect(await operatorAddress(db, dependencies)).toBe(dependencies.operatorEmail);
  expect(await operatorAddress(db, { ...dependencies, operatorEmail: '' })).toBe(
    'info@hashi.example',
  );
});

test('of two who edit the facts at once the second is refused, and nothing impossible is kept', async () => {
  const etag = etagOf(await read());
  expect((await send('draft', { content: completeFacts }, etag)).statusCode).toBe(200);
  expect((await send('draft', { content: emptyFacts }, etag)).statusCode).toBe(409);
  const wrong = await send('draft', { content: { ...completeFacts, invoiceNumber: 'T1' } }, etag);
  expect(wrong.json().errors[0].path).toBe('content.invoiceNumber');
});

test('those who keep the books neither read nor change the settings', async () => {
  expect((await app.inject({ url: path, headers: accountant })).statusCode).toBe(403);
  expect((await send('draft', { content: completeFacts }, '"0"', accountant)).statusCode).toBe(403);
});
