import * as z from 'zod/mini';

export const importColumns = {
  required: ['団体ID', '団体の名称', '種別'],
  optional: [
    '状態',
    '名称のふりがな',
    'ひとことの紹介',
    '団体の紹介',
    '社会課題',
    '活動する地域',
    '所在地',
    '代表者',
    'ウェブサイト',
    '活動を始めた年',
    '目指すことの見出し',
    '目指すことの本文',
    '目指す姿',
    'ご寄付の使い道',
    '認定の番号',
    '認定の所轄庁',
    '認定日',
    '認定の期限',
    '税額控除',
    '契約の開始日',
    '契約の終了日',
    '手数料',
    '送料・作業費',
    'あとからの証明書',
    '送金の下限',
    '団体の変更の公開',
    'エラー内容',
  ],
} as const;

export const mostImportRows = 10_000;
/** Rows per request: small enough for a progress bar, and for one transaction. */
export const importRowsPerRequest = 500;

/** A row as read from the file or as corrected; `row` counts from 1, the header. */
export const ImportCells = z.strictObject({
  row: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  cells: z.record(
    z.string().check(z.maxLength(50)),
    z.string().check(z.maxLength(30_000, '1つのセルは3万文字までにしてください。')),
  ),
});
export type ImportCells = z.infer<typeof ImportCells>;

export const ImportRows = z.strictObject({
  rows: z.array(ImportCells).check(z.minLength(1), z.maxLength(importRowsPerRequest)),
});
export type ImportRows = z.infer<typeof ImportRows>;

const RowMistake = z.object({ row: z.number(), column: z.string(), message: z.string() });

/** A parsed file; only its shape is validated so far. */
export const ReadImport = z.object({
  encoding: z.nullable(z.enum(['UTF-8', 'Shift_JIS'])),
  rows: z.array(ImportCells),
  errors: z.array(RowMistake),
});
export type ReadImport = z.infer<typeof ReadImport>;

/** Effect of a row: a new draft, a new published page, a draft of changes, or none. */
export const importOutcomes = {
  draft: '下書きを作る',
  publish: '作って公開する',
  change: '変更の下書きにする',
  same: '変わらない',
} as const;
export type ImportOutcome = keyof typeof importOutcomes;

export const CheckedImport = z.object({
  errors: z.array(RowMistake),
  outcomes: z.array(
    z.object({
      row: z.number(),
      outcome: z.enum(Object.keys(importOutcomes) as ImportOutcome[]),
    }),
  ),
});
export type CheckedImport = z.infer<typeof CheckedImport>;
