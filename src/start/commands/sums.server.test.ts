import { execFile } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { testApp, testSecret } from '#test/test-app.ts';

// `npm run sums` as operators run it.

const house = await testApp();
const { db } = house;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおの会');
  await bookGift(db, { id: 'one', yen: 1_200, at: new Date('2026-11-10T12:00:00+09:00') });
});

const run = () =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: house.databaseUrl, SECRET: testSecret };
    execFile(process.execPath, ['src/start/commands/sums.server.ts'], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split('\n') }),
    );
  });

test('books that stand as their open items say are right', async () => {
  expect(await run()).toEqual({
    code: 0,
    lines: ['集計はすべて記録と一致しています。', '帳簿の未送金は、明細と一致しています。'],
  });
});

test('an item that differs from its account is named with both sums, and the command fails', async () => {
  await db.execute(sql`update owed_items set amount_yen = 1000`);
  expect(await run()).toEqual({
    code: 1,
    lines: [
      '集計はすべて記録と一致しています。',
      'owed:associate:ao あおの会: 帳簿 1200円、明細 1000円',
      '1か所で、帳簿の未送金が明細と違っています。自動では直せません。',
    ],
  });
});
