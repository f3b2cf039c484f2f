import { decoration, type PartTag, part } from '#kit/papers/paper.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

type Doc = PDFKit.PDFDocument;
type Style = PDFKit.Mixins.TextOptions & {
  size?: number;
  isBold?: boolean;
  color?: string;
  /** Structure tag for screen readers; by default a paragraph, and none for decoration. */
  tag?: PartTag | 'decoration';
};

/** A document to draw on. `isDry` only measures. `scale` shrinks all type. */
export type Pen = { doc: Doc; scale: number; isDry: boolean };

// A4 in points.
const page = { width: 595.28, height: 841.89 };
export const left = 72;
export const width = page.width - 2 * left;
export const ink = '#262220';
export const soft = '#6b625c';
export const line = '#9c9087';
export const red = '#b3402a';

/** Formats a day YYYY-MM-DD as 2026年3月5日. */
export function longDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
}

/** Writes text at a position; returns its lower edge. */
export function write(pen: Pen, text: string, x: number, y: number, style: Style = {}): number {
  const { size = 10.5, isBold = false, color = ink, tag = 'P', ...options } = style;
  const { doc } = pen;
  const textOptions = { width: left + width - x, lineGap: 1, ...options };
  doc.font(isBold ? 'bold' : 'regular').fontSize(size * pen.scale);
  if (pen.isDry) return y + doc.heightOfString(text, textOptions);
  const put = () => {
    doc.fillColor(color).text(text, x, y, textOptions);
  };
  if (tag === 'decoration') decoration(doc, put);
  else part(doc, tag, put);
  return doc.y;
}

/** Largest font size from `least` to `size` that fits on one line; `least` if it has to wrap. */
export function fitting(pen: Pen, text: string, room: number, size: number, least: number): number {
  const wide = pen.doc
    .font('bold')
    .fontSize(size * pen.scale)
    .widthOfString(text);
  return Math.max(least, Math.min(size, (size * room) / wide));
}

export function rule({ doc, isDry }: Pen, y: number): void {
  if (isDry) return;
  decoration(doc, () => {
    doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .strokeColor(line)
      .stroke();
  });
}

/** Draws a frame. */
export function box(
  { doc, isDry }: Pen,
  [x, y, wide, high]: readonly [number, number, number, number],
  { thickness, color }: { thickness: number; color: string },
): void {
  if (isDry) return;
  decoration(doc, () => {
    doc.rect(x, y, wide, high).lineWidth(thickness).strokeColor(color).stroke();
  });
}

/** Draws a picture scaled to fit a box, centred, with its alternative text. */
export function drawPicture(
  { doc, isDry }: Pen,
  picture: Uint8Array,
  alt: string,
  [x, y, wide, high]: readonly [number, number, number, number],
): void {
  if (isDry) return;
  const place = {
    fit: [wide, high] as [number, number],
    align: 'center',
    valign: 'center',
  } as const;
  part(doc, 'Figure', () => doc.image(Buffer.from(picture), x, y, place), alt);
}

/** Draws the sample mark across a page. */
export function drawSampleMark(pen: Pen): void {
  const { doc } = pen;
  doc.save().rotate(-35, { origin: [page.width / 2, page.height / 2] });
  doc.fillOpacity(0.1);
  write(pen, '見本', 0, page.height / 2 - 150, {
    size: 190,
    isBold: true,
    color: red,
    width: page.width,
    align: 'center',
    characterSpacing: 20,
    tag: 'decoration',
  });
  doc.fillOpacity(1).restore();
}

/** Draws a certificate's double frame and, with sample data, the sample mark. */
export function drawFrame(pen: Pen, { isSample }: ReceiptPaper): void {
  if (isSample) drawSampleMark(pen);
  for (const [inset, thickness] of [
    [34, 1.6],
    [39, 0.5],
  ] as const) {
    const [wide, high] = [page.width - 2 * inset, page.height - 2 * inset];
    box(pen, [inset, inset, wide, high], { thickness, color: line });
  }
}
