import { expect, test } from 'vitest';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app } = house;
const writer = await signedIn(house)('writer');
const preview = (payload: object, headers: Record<string, string> = writer) =>
  app.inject({ method: 'POST', url: '/api/markdown/preview', headers, payload });

test('who writes sees how it will look', async () => {
  const reply = await preview({ markdown: '# 海\n- [服](https://a.example)\n- **\u202E箱**' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const item = (...children: object[]) => [{ type: 'paragraph', children }];
  expect(reply.json()).toEqual({
    blocks: [
      { type: 'heading', level: 3, children: [{ type: 'text', text: '海' }] },
      {
        type: 'list',
        isOrdered: false,
        start: 1,
        items: [
          item({
            type: 'link',
            href: 'https://a.example/',
            children: [{ type: 'text', text: '服' }],
          }),
          item({ type: 'strong', children: [{ type: 'text', text: '箱' }] }),
        ],
      },
    ],
  });
});

test.each([
  [{ markdown: 'あ'.repeat(20_001) }, '本文は20000文字以内で入力してください。'],
  [{ markdown: 'あ\u0000' }, '本文に使えない文字が含まれています。'],
  [{}, undefined],
  [{ markdown: 1 }, undefined],
  [{ markdown: '', html: '<b>' }, undefined],
])('%j is refused', async (body, message) => {
  const reply = await preview(body);
  expect(reply.statusCode).toBe(400);
  if (message) expect(reply.json().message).toBe(message);
});

test('the longest text is shown', async () => {
  const markdown = `${'あ'.repeat(99)}\n`.repeat(200).trim();
  const reply = await preview({ markdown });
  expect(reply.json().blocks[0].children).toHaveLength(399);
});

test('visitors see nothing', async () => {
  expect((await preview({ markdown: 'あ' }, {})).statusCode).toBe(401);
});

test('who asks without end has to wait, and others do not', async () => {
  const restless = await signedIn(house)('restless');
  // Few enough at once not to be refused for overload (src/kit/http/overload.server.ts).
  for (let asked = 0; asked < 400; asked += 20) {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => preview({ markdown: '' }, restless)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  }
  const refused = await preview({ markdown: '' }, restless);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await preview({ markdown: '' })).statusCode).toBe(200);
});
