import { group, part, writePaper } from '#kit/papers/paper.server.ts';
import type { LetterLabels } from './seller-facts.ts';

type Addressee = {
  zipcode: string;
  address: string;
  building: string;
  name: string;
  number: string;
};
export type LabelPaper = { addressees: readonly Addressee[]; sheet: LetterLabels['sheet'] };

const mm = 72 / 25.4;
/** Label sheets sold in shops: A4, no margin between labels, 3 × 8 and 2 × 6. In millimetres. */
const sheets = {
  '24': { columns: 3, rows: 8, width: 70, height: 33.9, left: 0, top: 12.9, size: 7.5 },
  '12': { columns: 2, rows: 6, width: 86.4, height: 42.3, left: 18.6, top: 21.6, size: 9 },
} as const;

/** Draws address labels on A4 sheets, row by row. Long addresses get a smaller font and are never cut. */
export function drawLetterLabels({ addressees, sheet }: LabelPaper): Promise<Uint8Array> {
  return writePaper({ title: '宛名ラベル' }, (doc) => {
    doc.font('regular').fillColor('#000000');
    const of = sheets[sheet];
    const each = of.columns * of.rows;
    for (const [index, addressee] of addressees.entries()) {
      if (index > 0 && index % each === 0) doc.addPage();
      const place = index % each;
      const area = {
        x: (of.left + (place % of.columns) * of.width) * mm,
        y: (of.top + Math.floor(place / of.columns) * of.height) * mm,
        width: of.width * mm,
        height: of.height * mm,
        size: of.size,
      };
      group(doc, 'Sect', () => drawLabel(doc, addressee, area));
    }
  });
}

function drawLabel(
  doc: PDFKit.PDFDocument,
  { zipcode, address, building, name, number }: Addressee,
  { x, y, width, height, size }: Record<'x' | 'y' | 'width' | 'height' | 'size', number>,
): void {
  const inset = 4 * mm;
  const room = { width: width - 2 * inset, lineGap: 1 };
  const parts: readonly [text: string, scale: number][] = [
    [`〒${zipcode.slice(0, 3)}-${zipcode.slice(3)}`, 1],
    [[address, building].filter(Boolean).join('\n'), 1],
    [`${name} 様`, 1.45],
    [number, 0.75],
  ];
  const heightAt = (scaled: number) =>
    parts.reduce(
      (sum, [text, scale]) => sum + doc.fontSize(scaled * scale).heightOfString(text, room) + 2,
      0,
    );
  let scaled = size;
  while (scaled > 4 && heightAt(scaled) > height - inset) scaled -= 0.25;
  let from = y + inset / 2;
  for (const [text, scale] of parts) {
    doc.fontSize(scaled * scale);
    part(doc, 'P', () => doc.text(text, x + inset, from, room));
    from = doc.y + 2;
  }
}
