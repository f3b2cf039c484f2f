import { type LabelSheet, labelSheets } from './kit-batch.ts';

/** A sheet in millimetres: position of the first label, size of each, and labels per row. */
type Sheet = {
  page: [width: number, height: number];
  first: { left: number; top: number };
  label: { width: number; height: number };
  columns: number;
};

const a4: [number, number] = [210, 297];
/** Usual sizes of sheets with margins on all sides: 86.4 × 42.3 mm and 66.0 × 33.9 mm. */
export const sheets: Readonly<Record<LabelSheet, Sheet>> = {
  'a4-12': {
    page: a4,
    first: { left: 18.6, top: 21.6 },
    label: { width: 86.4, height: 42.3 },
    columns: 2,
  },
  'a4-24': {
    page: a4,
    first: { left: 6, top: 12.9 },
    label: { width: 66, height: 33.9 },
    columns: 3,
  },
  thermal: {
    page: [100, 150],
    first: { left: 0, top: 0 },
    label: { width: 100, height: 150 },
    columns: 1,
  },
};

export const pointsOf = (mm: number) => (mm * 72) / 25.4;

type Place = { page: number; x: number; y: number; width: number; height: number };

/** Position of the label at `index`, in points, if the first one is at place `start` (from 1) of its sheet. */
export function placeOf(sheet: LabelSheet, index: number, start: number): Place {
  const { first, label, columns } = sheets[sheet];
  const { perSheet } = labelSheets[sheet];
  const position = index + start - 1;
  const onPage = position % perSheet;
  return {
    page: Math.floor(position / perSheet),
    x: pointsOf(first.left + (onPage % columns) * label.width),
    y: pointsOf(first.top + Math.floor(onPage / columns) * label.height),
    width: pointsOf(label.width),
    height: pointsOf(label.height),
  };
}
