import { encode } from 'uqr';
import { decoration, group, part, writePaper } from '#kit/papers/paper.server.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';

/** Labels of an application's cartons, without personal data. */
export type HomeLabels = {
  appraisalId: string;
  boxes: number;
  to: { address: string; name: string };
};

type Doc = PDFKit.PDFDocument;

// A4 in points: two labels per sheet, cut across the middle.
const page = { width: 595.28, height: 841.89 };
const half = page.height / 2;
const margin = 48;
const codeSize = 150;
const ink = '#262220';
const soft = '#6b625c';

/** Draws one label per carton, as an A4 PDF. */
export function drawHomeLabels({ appraisalId, boxes, to }: HomeLabels): Promise<Uint8Array> {
  return writePaper({ title: `箱に貼るラベル ${appraisalId}` }, (doc) => {
    for (let number = 1; number <= boxes; number += 1) {
      const isUpper = number % 2 === 1;
      if (isUpper && number > 1) doc.addPage({ size: 'A4', margin: 0 });
      const label = { appraisalId, boxes, to, number };
      group(doc, 'Sect', () => drawLabel(doc, label, isUpper ? 0 : half));
    }
  });
}

function drawLabel(
  doc: Doc,
  { appraisalId, boxes, to, number }: HomeLabels & { number: number },
  top: number,
): void {
  const width = page.width - 2 * margin;
  const textWidth = width - codeSize - 24;
  const write = (
    text: string,
    y: number,
    { size = 11, isBold = false, color = ink, wide = width } = {},
  ) => {
    doc
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(color);
    part(doc, 'P', () => doc.text(text, margin, y, { width: wide, lineGap: 2 }));
    return doc.y;
  };
  decoration(doc, () => {
    doc
      .moveTo(0, top + half)
      .lineTo(page.width, top + half)
      .lineWidth(0.5)
      .dash(4, { space: 4 })
      .strokeColor(soft)
      .stroke()
      .undash();
  });
  let y = write('お届け先', top + 44, { color: soft });
  y = write(to.address, y + 4, { size: 17, isBold: true });
  y = write(`${to.name}　行`, y + 6, { size: 17, isBold: true });
  const below = y + 26;
  y = write('申込番号', below, { color: soft, wide: textWidth });
  y = write(appraisalId, y + 2, { size: 26, isBold: true, wide: textWidth });
  y = write(`${boxes}箱のうち ${number}箱め`, y + 10, { size: 17, isBold: true, wide: textWidth });
  write(
    'この紙を箱の上の面に、はがれないように貼ってください。送り状の代わりにはなりません。送り状は、この紙の横に貼ってください。',
    y + 14,
    { size: 10, color: soft, wide: textWidth },
  );
  drawCode(doc, boxCodeOf(appraisalId, number), page.width - margin - codeSize, below);
}

function drawCode(doc: Doc, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { ecc: 'Q', border: 4 });
  const unit = codeSize / size;
  const draw = () => {
    for (const [row, cells] of data.entries()) {
      for (const [column, isDark] of cells.entries()) {
        if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit);
      }
    }
    doc.fill(ink);
  };
  part(doc, 'Figure', draw, `QRコード：${text}`);
  doc.font('regular').fontSize(10).fillColor(ink);
  part(doc, 'P', () => doc.text(text, x, y + codeSize, { width: codeSize, align: 'center' }));
}
