import { beforeAll, beforeEach, expect, test } from 'vitest';
import { identityChecks, pdfPaper, twoPapers } from '#test/factories/identity-papers.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const checks = await identityChecks(house);
let card: Buffer;
beforeAll(async () => {
  card = await smallPicture('png');
});
beforeEach(() => checks.appraised());

test('no papers are due below ¥10,000, for an organisation, or before the result', async () => {
  const refused = async () => {
    expect((await checks.status()).json()).toMatchObject({
      identity: 'not-needed',
      canSend: false,
    });
    const answer = await checks.send();
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'このお申し込みには、本人確認の書類は必要ありません。',
    ]);
    expect(await checks.rows()).toEqual([]);
  };
  await checks.appraised({}, 9_990);
  expect((await checks.application())?.state).toBe('donated');
  await refused();
  await checks.appraised({ kind: 'direct' }, 50_000);
  expect((await checks.application())?.state).toBe('donated');
  await refused();
  await checks.arrived();
  await refused();
});

test('a repeated attempt stores nothing twice; another one waits for its outcome', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => checks.send(undefined, { key: `k${checks.id()}` })),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await checks.rows()).toHaveLength(2);
  expect((await checks.send(undefined, { key: 'another' })).statusCode).toBe(409);
  expect(await checks.onDisk()).toEqual(await checks.filesOfRows());
});

test.each([
  ['one paper', [twoPapers[0]], 1, 'papers'],
  ['two of a kind', [twoPapers[0], twoPapers[0]], 2, 'papers.1.kind'],
  ['no identity paper first', [twoPapers[1], twoPapers[0]], 2, 'papers.0.kind'],
  ['an unknown kind', [twoPapers[0], { kind: 'passport', files: 1 }], 2, 'papers.1.kind'],
  [
    'the back of a マイナンバーカード',
    [{ kind: 'my-number-card', files: 2 }, twoPapers[1]],
    3,
    'papers.0.files',
  ],
])('%s is refused', async (_, papers, files, path) => {
  const answer = await checks.send(Array(files).fill(card), { papers });
  expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, path]);
  expect(answer.json().message).toMatch(/[ぁ-ん]/);
});

test.each([
  ['a text', Buffer.from('not a picture')],
  ['half a PDF', pdfPaper.subarray(0, 20)],
  ['a broken picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(400)])],
])('%s is refused at its field, and leaves nothing', async (_, bytes) => {
  const answer = await checks.send([card, card, bytes], {
    papers: [
      { kind: 'driving-licence', files: 1 },
      { kind: 'residence-card', files: 2 },
    ],
  });
  expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, 'papers.1.back']);
  expect(await checks.rows()).toEqual([]);
  expect((await checks.application())?.identity).toBe('due');
});

test('a paper that cannot be opened any more says so, and can be sent back', async () => {
  await checks.send();
  const [paper] = await checks.rows();
  await house.files.write(paper?.fileName ?? '', Buffer.from('something else'));
  const answer = await checks.admin(`identity-papers/${paper?.id}`);
  expect([answer.statusCode, answer.json().message]).toEqual([
    410,
    expect.stringContaining('差し戻して'),
  ]);
});
