import { expect, test } from 'vitest';
import { readCarrierAnswer } from './read-answer.server.ts';

test('the cells of a carrier’s file are read without the blanks that fill their columns', async () => {
  const file = [
    '申込番号,送り状番号,配送状況,運送会社',
    ' TSABCDEFGH01 ,　123456789012　, 配達完了 , ヤマト運輸\t',
  ];
  expect(await readCarrierAnswer(Buffer.from(file.join('\r\n')))).toMatchObject({
    rows: [{ box: 'TSABCDEFGH01', slip: '123456789012', state: '配達完了', carrier: 'ヤマト運輸' }],
  });
});
