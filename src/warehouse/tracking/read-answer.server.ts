import { decode, type Encoding } from '#warehouse/results/decode.server.ts';
import { parsePieces } from '#warehouse/results/read-sheet.server.ts';
import { type AnswerColumns, type AnswerLayout, findAnswerColumns } from './answer-columns.ts';
import { mostAnswerRows } from './carrier-answer.ts';

/** A row of a carrier's file, verbatim. */
export type AnswerRow = { row: number; box: string; slip: string; state: string; carrier: string };

export type ReadAnswer =
  | { problem: string }
  | {
      encoding: Encoding;
      layout: AnswerLayout;
      columns: AnswerColumns;
      rows: AnswerRow[];
    };

/** Reads a carrier's file in any encoding and column order. Slow, so it runs in a thread. */
export async function readCarrierAnswer(content: Uint8Array): Promise<ReadAnswer> {
  const decoded = decode(content);
  if ('problem' in decoded) return { problem: decoded.problem.message };
  const { rows, error } = await parsePieces(decoded.pieces);
  if (error) return { problem: error.message };
  const [first] = rows;
  if (!first)
    return { problem: 'ファイルが空です。運送会社のソフトから、もう一度書き出してください。' };
  const columns = findAnswerColumns(first.cells);
  if (!columns) return { problem: noColumns };
  const body = columns.hasHeader ? rows.slice(1) : rows;
  if (body.length > mostAnswerRows) {
    const most = mostAnswerRows.toLocaleString('ja-JP');
    return { problem: `一度に読み込めるのは${most}行までです。ファイルを分けてお試しください。` };
  }
  return {
    encoding: decoded.encoding,
    layout: columns.layout,
    columns,
    rows: body.map(({ row, cells }) => ({
      row,
      box: cellAt(cells, columns.box),
      slip: cellAt(cells, columns.slip),
      state: cellAt(cells, columns.state),
      carrier: cellAt(cells, columns.carrier),
    })),
  };
}

const noColumns =
  '箱の番号と送り状番号の列が見つかりません。B2クラウドかe飛伝IIIの書き出し、または「申込番号」と「送り状番号」の見出しがあるCSVを選んでください。';

const cellAt = (cells: readonly string[], index: number | undefined) =>
  index === undefined ? '' : (cells[index] ?? '').trim();
