import { encode } from 'uqr';
import { decoration, group, type PartTag, part, writePaper } from '#kit/papers/paper.server.ts';
import type { LabelSheet } from './kit-batch.ts';
import { placeOf, pointsOf, sheets } from './label-sheets.server.ts';

type Doc = PDFKit.PDFDocument;

/** Label of a box. Its QR code contains only the box code. */
export type BoxLabel = {
  code: string;
  /** This is box `number` of `boxes`. */
  number: number;
  boxes: number;
  name: string;
  /** As 100-0001, and the address; '' if the label does not need them. */
  zipcode: string;
  address: string;
  targetName: string;
};

export type LabelJob = { sheet: LabelSheet; start: number; labels: readonly BoxLabel[] };
export type PackingJob = { labels: readonly BoxLabel[] };

const ink = '#000000';
const a4: [number, number] = [595.28, 841.89];

/**
 * Draws labels on sheets or a roll. The first one is at place `start`, so that a partly used sheet can be finished.
 */
export function drawLabels({ sheet, start, labels }: LabelJob): Promise<Buffer> {
  const size = sheets[sheet].page.map(pointsOf) as [number, number];
  return writePaper({ title: '箱のラベル', size }, (doc) => {
    let page = 0;
    for (const [index, label] of labels.entries()) {
      const place = placeOf(sheet, index, start);
      for (; page < place.page; page++) doc.addPage();
      const draw = sheet === 'thermal' ? drawLargeLabel : drawLabel;
      group(doc, 'Sect', () => draw(doc, label, place));
    }
  });
}

/** One packing slip per box, four per A4 page: what to put in, the box's number, and the recipient. */
export function drawPackingSlips({ labels }: PackingJob): Promise<Buffer> {
  const [width, height] = a4;
  return writePaper({ title: '同梱票', size: a4 }, (doc) => {
    for (const [index, label] of labels.entries()) {
      const onPage = index % 4;
      if (index > 0 && onPage === 0) doc.addPage();
      const place = {
        x: (onPage % 2) * (width / 2),
        y: Math.floor(onPage / 2) * (height / 2),
        width: width / 2,
        height: height / 2,
      };
      group(doc, 'Sect', () => drawPackingSlip(doc, label, place));
    }
  });
}

type Area = { x: number; y: number; width: number; height: number };
type Style = { size: number; isBold?: boolean; width: number; lines?: number; tag?: PartTag };

/** Writes a text in at most `lines` lines; returns its lower edge. */
function write(doc: Doc, text: string, x: number, y: number, style: Style): number {
  const { size, isBold = false, width, lines = 1, tag = 'P' } = style;
  doc
    .font(isBold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(ink);
  const height = lines * size * 1.5;
  part(doc, tag, () => doc.text(text, x, y, { width, height, ellipsis: true, lineGap: 0 }));
  return y + Math.min(doc.heightOfString(text, { width }), height);
}

/** Largest font size, down to `least`, at which a text fits on one line. */
function fitting(doc: Doc, text: string, width: number, size: number, least: number): number {
  const wide = doc.font('bold').fontSize(size).widthOfString(text);
  return Math.max(least, Math.min(size, (size * width) / wide));
}

function drawCode(doc: Doc, code: string, x: number, y: number, side: number) {
  const { data, size } = encode(code, { ecc: 'Q', border: 0 });
  const unit = side / size;
  const draw = () => {
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) doc.rect(x + column * unit, y + row * unit, unit, unit);
      }
    }
    doc.fillColor(ink).fill();
  };
  part(doc, 'Figure', draw, `QRコード：${code}`);
}

const countOf = ({ number, boxes }: BoxLabel) => `${number}/${boxes}`;

function drawLabel(doc: Doc, label: BoxLabel, { x, y, width, height }: Area) {
  const gap = 9;
  const side = Math.min(height - 2 * gap, 72);
  drawCode(doc, label.code, x + gap, y + gap, side);
  const left = x + side + 2 * gap;
  const room = width - side - 3 * gap;
  let below = write(doc, label.code, left, y + gap, {
    size: fitting(doc, label.code, room, 12, 7),
    isBold: true,
    width: room,
  });
  below = write(doc, countOf(label), left, below, { size: 16, isBold: true, width: room });
  below = write(doc, `${label.name} 様`, left, below, { size: 9, width: room, lines: 2 });
  write(doc, label.targetName, left, below, { size: 7, width: room });
}

function drawLargeLabel(doc: Doc, label: BoxLabel, { x, y, width }: Area) {
  const gap = 20;
  const room = width - 2 * gap;
  const side = 150;
  let below = write(doc, label.code, x + gap, y + gap, {
    size: fitting(doc, label.code, room, 24, 12),
    isBold: true,
    width: room,
  });
  below = write(doc, countOf(label), x + gap, below, { size: 34, isBold: true, width: room });
  drawCode(doc, label.code, x + (width - side) / 2, below + 6, side);
  below += side + 16;
  if (label.zipcode) {
    below = write(doc, `〒${label.zipcode}`, x + gap, below, { size: 12, width: room });
    below = write(doc, label.address, x + gap, below, { size: 12, width: room, lines: 3 });
  }
  below = write(doc, `${label.name} 様`, x + gap, below, {
    size: 15,
    isBold: true,
    width: room,
    lines: 2,
  });
  write(doc, label.targetName, x + gap, below, { size: 10, width: room });
}

const packed = [
  '箱',
  '着払いの送り状',
  'お品物の詰め方のご案内',
  'この同梱票（箱に入れてお送りください）',
] as const;

function drawPackingSlip(doc: Doc, label: BoxLabel, { x, y, width, height }: Area) {
  const gap = 28;
  const room = width - 2 * gap;
  decoration(doc, () => {
    doc.rect(x, y, width, height).lineWidth(0.4).dash(3, { space: 3 }).strokeColor('#999999');
    doc.stroke().undash();
  });
  let below = write(doc, '同梱票', x + gap, y + gap, {
    ...{ size: 18, isBold: true, width: room, tag: 'H1' },
  });
  below = write(doc, `${label.name} 様`, x + gap, below + 4, {
    size: 13,
    isBold: true,
    width: room,
    lines: 2,
  });
  below = write(doc, `寄付先　${label.targetName}`, x + gap, below + 2, {
    size: 10,
    width: room,
    lines: 2,
  });
  below = write(doc, `箱 ${countOf(label)}`, x + gap, below + 6, {
    size: 22,
    isBold: true,
    width: room,
  });
  const side = 92;
  drawCode(doc, label.code, x + gap, below + 8, side);
  write(doc, label.code, x + gap, below + side + 14, { size: 12, isBold: true, width: room });
  below += side + 40;
  write(doc, 'この箱に入れるもの', x + gap, below, { size: 10, isBold: true, width: room });
  for (const [index, what] of packed.entries()) {
    write(doc, `□ ${what}`, x + gap, below + 16 + index * 15, { size: 10, width: room });
  }
}
