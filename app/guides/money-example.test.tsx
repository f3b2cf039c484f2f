import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { MoneyExample } from './money-example.tsx';

const text = linesOf(<MoneyExample />).join('\n');
/** The yen that follow a name. */
const yenAfter = (name: string) =>
  Number(new RegExp(`${name}\\s*([\\d,]+)円`).exec(text)?.[1]?.replaceAll(',', ''));

test('the example says that it is one, and its figures add up', () => {
  expect(text).toContain('数字は、しくみをお伝えするための例です。');
  const appraised = yenAfter('コート1着の査定額が');
  // Nothing is deducted: what was appraised is given, and comes to the organisation.
  expect(yenAfter('あなたの寄付')).toBe(appraised);
  expect(yenAfter('団体が受け取る額')).toBe(appraised);
  expect(yenAfter('運営者が受け取る差額')).toBe(yenAfter('運営者がコートを売った金額') - appraised);
  const [, associates] = /(\d+)団体に等しく/.exec(text) ?? [];
  expect(yenAfter('1団体あたり') * Number(associates)).toBe(yenAfter('たとえば基金に'));
});
