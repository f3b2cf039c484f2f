import { encode } from 'uqr';
import { boxCodeOf } from '#domain/kits/box-code.ts';
import { paperFonts } from '#server/receipts/paper-fonts.ts';

/** The labels of an application's cartons; nothing on them is about a person. */
export type HomeLabels = {
  appraisalId: string;
  boxes: number;
  to: { address: string; name: string };
};

type Doc = PDFKit.PDFDocument;

// A4 in points: two labels on a sheet, cut along its middle.
const page = { width: 595.28, height: 841.89 };
const half = page.height / 2;
const margin = 48;
const codeSize = 150;
const ink = '#262220';
const soft = '#6b625c';

/** Draws a label for each carton, as PDF on A4. */
export async function drawHomeLabels({ appraisalId, boxes, to }: HomeLabels): Promise<Uint8Array> {
  const [{ default: PDFDocument }, { regular, bold }] = await Promise.all([
    import('pdfkit'),
    paperFonts(),
  ]);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'ja-JP',
    info: { Title: `箱に貼るラベル ${appraisalId}` },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', fail);
  });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  for (let number = 1; number <= boxes; number += 1) {
    const isUpper = number % 2 === 1;
    if (isUpper && number > 1) doc.addPage({ size: 'A4', margin: 0 });
    drawLabel(doc, { appraisalId, boxes, to, number }, isUpper ? 0 : half);
  }
  doc.end();
  return whole;
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
      .fillColor(color)
      .text(text, margin, y, { width: wide, lineGap: 2 });
    return doc.y;
  };
  doc
    .moveTo(0, top + half)
    .lineTo(page.width, top + half)
    .lineWidth(0.5)
    .dash(4, { space: 4 })
    .strokeColor(soft)
    .stroke()
    .undash();
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
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit);
    }
  }
  doc.fill(ink);
  doc
    .font('regular')
    .fontSize(10)
    .fillColor(ink)
    .text(text, x, y + codeSize, { width: codeSize, align: 'center' });
}
