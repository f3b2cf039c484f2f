import type { ReceiptPaper } from './receipt-paper.ts';

export type Doc = PDFKit.PDFDocument;
type Style = PDFKit.Mixins.TextOptions & { size?: number; isBold?: boolean; color?: string };

// A4 in points.
const page = { width: 595.28, height: 841.89 };
export const left = 72;
export const width = page.width - 2 * left;
export const ink = '#262220';
export const soft = '#6b625c';
export const line = '#9c9087';
export const red = '#b3402a';

/** 2026年3月5日 of a day YYYY-MM-DD. */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Writes text at a place; answers where it ends. */
export function write(doc: Doc, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 10.5, isBold = false, color = ink, ...options } = style;
  doc
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  doc.text(text, x, y, { width: left + width - x, lineGap: 1, ...options });
  return doc.y;
}

/** The largest size up to `size` in which a text stays on one line, but not much below it. */
export function fitting(doc: Doc, text: string, room: number, size: number): number {
  const wide = doc.font('bold').fontSize(size).widthOfString(text);
  return Math.max(size * 0.82, Math.min(size, (size * room) / wide));
}

/** The largest size up to `size` in which a text takes no more lines than these. */
export function sizeWithin(
  doc: Doc,
  text: string,
  { room, lines, size, isBold = false }: { room: number; lines: number; size: number } & Style,
): number {
  const wide = doc
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .widthOfString(text);
  // Lines are not quite full; and whatever is typed stays larger than a smudge.
  return Math.max(4.5, Math.min(size, (size * room * (lines === 1 ? 1 : lines * 0.9)) / wide));
}

export const rule = (doc: Doc, y: number, from = left, to = left + width) =>
  doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(line).stroke();

/** The double frame of a certificate and, where sample data is loaded, what tells so. */
export function drawFrame(doc: Doc, { isSample }: ReceiptPaper): void {
  const box = (inset: number, thickness: number) =>
    doc
      .rect(inset, inset, page.width - 2 * inset, page.height - 2 * inset)
      .lineWidth(thickness)
      .strokeColor(line)
      .stroke();
  if (isSample) {
    doc.save().rotate(-35, { origin: [page.width / 2, page.height / 2] });
    doc.fillOpacity(0.1);
    write(doc, '見本', 0, page.height / 2 - 150, {
      size: 190,
      isBold: true,
      color: red,
      width: page.width,
      align: 'center',
      characterSpacing: 20,
    });
    doc.fillOpacity(1).restore();
  }
  box(34, 1.6);
  box(39, 0.5);
}
