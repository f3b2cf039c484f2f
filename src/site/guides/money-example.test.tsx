import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { MoneyExample } from './money-example.tsx';

test.each([
  ['nothing', { feeBasisPoints: 0, handlingYen: 0 }, 0],
  ['10 %', { feeBasisPoints: 1_000, handlingYen: 0 }, 300],
  ['10 % and ¥100 a box', { feeBasisPoints: 1_000, handlingYen: 100 }, 400],
])(
  'the example says that it is one, and its figures add up where it costs %s',
  (_, terms, costYen) => {
    const text = linesOf(<MoneyExample terms={terms} />).join('\n');
    /** The amount in yen after a name. */
    const yenAfter = (name: string) =>
      Number(new RegExp(`${name}\\s*([\\d,]+)円`).exec(text)?.[1]?.replaceAll(',', ''));
    expect(text).toContain('数字は、しくみをお伝えするための例です。');
    const appraised = yenAfter('コート1着の査定額が');
    expect(yenAfter('寄付額')).toBe(appraised);
    expect(yenAfter('団体に届く額')).toBe(appraised - costYen);
    if (costYen > 0) expect(yenAfter('団体が負担する費用')).toBe(costYen);
    expect(yenAfter('運営者が受け取る差額')).toBe(
      yenAfter('運営者がコートを売った金額') - appraised,
    );
    const [, associates] = /(\d+)団体に等しく/.exec(text) ?? [];
    expect(yenAfter('1団体あたり') * Number(associates)).toBe(yenAfter('たとえば基金に'));
  },
);
