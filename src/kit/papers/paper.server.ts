import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const regularFile = require.resolve(
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
);
/** Path of the bold font, for drawings with text. */
export const boldFontFile = require.resolve(
  '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
);

let cached: Promise<{ regular: Buffer; bold: Buffer }> | undefined;

/** Fonts of all papers, read once per thread with its first paper. */
function paperFonts() {
  cached ??= Promise.all([readFile(regularFile), readFile(boldFontFile)]).then(
    ([regular, bold]) => ({
      regular,
      bold,
    }),
  );
  cached.catch(() => {
    cached = undefined;
  });
  return cached;
}

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

export type PaperOptions = {
  /** Title that readers show instead of the file name. */
  title: string;
  author?: string;
  /** In points. */
  size?: [number, number] | 'A4';
  /** For papers whose page numbers are added at the end. */
  bufferPages?: boolean;
  /** Creation date in the file, from which its id derives; by default now. */
  createdAt?: Date;
};

/** Open structure elements per document; new parts belong to the last one. */
const opened = new WeakMap<Doc, Element[]>();

/**
 * Draws a PDF: Japanese, titled, and tagged for screen readers in drawing order (PDF/UA-1). Everything that `draw`
 * adds must be inside `part` or `decoration`.
 */
export async function writePaper(options: PaperOptions, draw: (doc: Doc) => void): Promise<Buffer> {
  const [{ default: PDFDocument }, { regular, bold }] = await Promise.all([
    import('pdfkit'),
    paperFonts(),
  ]);
  const { title, author, size = 'A4', bufferPages = false, createdAt = new Date() } = options;
  const doc = new PDFDocument({
    size,
    margin: 0,
    lang: 'ja-JP',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    // The library's types lack it.
    subset: 'PDF/UA' as PDFKit.Mixins.PDFSubsets,
    bufferPages,
    info: {
      Title: plain(title),
      ...(author && { Author: plain(author) }),
      CreationDate: createdAt,
    },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', fail);
  });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  const document = doc.struct('Document');
  doc.addStructure(document);
  opened.set(doc, [document]);
  draw(doc);
  document.end();
  doc.end();
  return whole;
}

/** Replaces XML characters, since the library writes these values into XML unescaped. */
const plain = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '＆', '<': '＜' })[sign] ?? '＞');

export type PartTag = 'H1' | 'H2' | 'P' | 'TH' | 'TD' | 'Figure';
type GroupTag = 'Sect' | 'Table' | 'TR';

/** Draws one readable unit: a heading, a paragraph, a cell, or a figure with its text (`alt`). */
export function part(doc: Doc, tag: PartTag, draw: () => void, alt?: string): void {
  const scope = tag === 'TH' ? { scope: 'Column' } : {};
  // Figures need a bounding box as well; the page's will do.
  const figure = alt === undefined ? {} : { alt, bbox: [0, 0, doc.page.width, doc.page.height] };
  innermost(doc).add(doc.struct(tag, { ...scope, ...figure } as object, draw));
}

/** Groups parts. */
export function group(doc: Doc, tag: GroupTag, draw: () => void): void {
  const element = doc.struct(tag);
  innermost(doc).add(element);
  const stack = opened.get(doc) ?? [];
  stack.push(element);
  draw();
  stack.pop();
  element.end();
}

/** Draws what screen readers skip: lines, frames, backgrounds, page numbers. */
export function decoration(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

function innermost(doc: Doc): Element {
  const element = opened.get(doc)?.at(-1);
  if (!element) throw new Error('Papers are written by writePaper.');
  return element;
}
