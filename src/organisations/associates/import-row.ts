import * as z from 'zod/mini';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { readDay } from '#kit/values/days/read-day.ts';
import { parseYen } from '#kit/values/yen.ts';
import {
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import {
  AgreementDraft,
  type AgreementPublishing,
  agreementPublishing,
  CertificationDraft,
  NewAssociateId,
} from './admin-associate.ts';
import { AssociateContent, missingForPublishing } from './associate-content.ts';
import type { ImportCells } from './associate-import.ts';
import { classificationIds, classifications } from './classification.ts';

/** A valid row. */
export type ImportedAssociate = {
  row: number;
  id: string;
  isPublished: boolean;
  content: AssociateContent;
  certification: CertificationDraft | undefined;
  agreement: AgreementDraft | undefined;
};

type Cells = Readonly<Record<string, string>>;
/** Errors of a row, the first per column. */
type Mistakes = Map<string, CsvError>;

const listOf = (text: string) =>
  text
    .split(/[、,，;；\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses one row, its cells by column; reports all its errors together. */
export function readImportRow(
  cells: Cells,
  row: number,
): { ok: ImportedAssociate } | { errors: CsvError[] } {
  const mistakes: Mistakes = new Map();
  const cell = (column: string) => (cells[column] ?? '').trim();
  const report = (column: string, problem: string) => {
    if (mistakes.has(column)) return;
    mistakes.set(column, csvError(row, column, problem, cell(column)));
  };
  const id = parseWith(NewAssociateId, cell('団体ID'), () => '団体ID', report);
  const content = parseWith(AssociateContent, contentOf(cell, report), columnOfContent, report);
  const isPublished = stateOf(cell('状態'), () => report('状態', '準備中か公開にしてください'));
  const certification = certificationOf(cell, report);
  const agreement = agreementOf(cell, report);
  if (isPublished && content) {
    for (const { path } of missingForPublishing(content)) {
      report(columnOfContent(path), '公開するには必要です');
    }
    if (!agreement) report('契約の開始日', '公開するには契約の列が必要です');
  }
  if (mistakes.size > 0 || id === undefined || content === undefined) {
    return { errors: [...mistakes.values()] };
  }
  return { ok: { row, id, isPublished, content, certification, agreement } };
}

/** An error for each row that repeats an earlier id. */
export function repeatedIds(rows: readonly ImportCells[]): CsvError[] {
  const firstRows = new Map<string, number>();
  return rows.flatMap(({ row, cells }) => {
    const id = (cells.団体ID ?? '').trim();
    if (id === '') return [];
    const first = firstRows.get(id);
    if (first === undefined) firstRows.set(id, row);
    return first === undefined
      ? []
      : [csvError(row, '団体ID', `${first}行目と同じIDです。1団体は1行にしてください。`, id)];
  });
}

type Cell = (column: string) => string;
type Wrong = (column: string, problem: string) => void;

function parseWith<Output>(
  schema: z.core.$ZodType<Output>,
  value: unknown,
  columnOf: (path: string) => string,
  wrong: Wrong,
): Output | undefined {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    wrong(columnOf(path.join('.')), message.replace(/。$/, ''));
  }
  return undefined;
}

const contentColumns: readonly (readonly [path: string, column: string])[] = [
  ['name', '団体の名称'],
  ['nameKana', '名称のふりがな'],
  ['summary', 'ひとことの紹介'],
  ['description', '団体の紹介'],
  ['classification', '種別'],
  ['socialChallenges', '社会課題'],
  ['locations', '活動する地域'],
  ['address', '所在地'],
  ['representative', '代表者'],
  ['websiteUrl', 'ウェブサイト'],
  ['foundedYear', '活動を始めた年'],
  ['vision.title', '目指すことの見出し'],
  ['vision.body', '目指すことの本文'],
  ['vision.goal', '目指す姿'],
  ['vision.useOfDonations', 'ご寄付の使い道'],
];

const columnOfContent = (path: string): string =>
  contentColumns.find(([one]) => path === one || path.startsWith(`${one}.`))?.[1] ?? '団体の名称';

function contentOf(cell: Cell, wrong: Wrong): unknown {
  const classification = classificationIds.find(
    (id) => classifications[id].label === cell('種別').normalize('NFKC') || id === cell('種別'),
  );
  if (!classification)
    wrong('種別', cell('種別') === '' ? '入力してください' : '種別の名前が一覧にありません');
  const challenges = listOf(cell('社会課題')).map((label) => {
    const id = socialChallengeIds.find(
      (one) => one === label || socialChallenges[one].label === label,
    );
    if (!id) wrong('社会課題', `「${label}」は社会課題の一覧にありません`);
    return id;
  });
  const year = cell('活動を始めた年').normalize('NFKC').replace(/年$/, '');
  if (cell('団体の名称') === '') wrong('団体の名称', '入力してください');
  return {
    name: cell('団体の名称'),
    nameKana: cell('名称のふりがな'),
    summary: cell('ひとことの紹介'),
    description: cell('団体の紹介'),
    classification,
    socialChallenges: challenges,
    locations: listOf(cell('活動する地域')),
    address: cell('所在地'),
    representative: cell('代表者'),
    websiteUrl: cell('ウェブサイト'),
    foundedYear: year === '' ? null : /^\d+$/.test(year) ? Number(year) : year,
    coverImageId: '',
    vision: {
      title: cell('目指すことの見出し'),
      body: cell('目指すことの本文'),
      goal: cell('目指す姿'),
      useOfDonations: cell('ご寄付の使い道'),
      imageId: '',
    },
  };
}

function stateOf(text: string, wrong: () => void): boolean {
  const isPublished = text === '公開' || text === '公開中';
  if (!isPublished && !['', '準備中', '下書き'].includes(text)) wrong();
  return isPublished;
}

function certificationOf(cell: Cell, wrong: Wrong): CertificationDraft | undefined {
  const columns = {
    number: '認定の番号',
    authority: '認定の所轄庁',
    certifiedOn: '認定日',
    expiresOn: '認定の期限',
    hasTaxCredit: '税額控除',
  } as const;
  if (Object.values(columns).every((column) => cell(column) === '')) return undefined;
  const credit = cell(columns.hasTaxCredit);
  if (!['', 'あり', 'なし'].includes(credit))
    wrong(columns.hasTaxCredit, 'ありかなしにしてください');
  const value = {
    number: cell(columns.number),
    authority: cell(columns.authority),
    certifiedOn: readDay(cell(columns.certifiedOn)) ?? '',
    expiresOn: readDay(cell(columns.expiresOn)) ?? '',
    hasTaxCredit: credit !== 'なし',
  };
  return parseWith(
    CertificationDraft,
    value,
    (path) => columns[path as keyof typeof columns] ?? columns.number,
    wrong,
  );
}

function agreementOf(cell: Cell, wrong: Wrong): AgreementDraft | undefined {
  const columns = {
    startsOn: '契約の開始日',
    endsOn: '契約の終了日',
    feePercent: '手数料',
    handlingYen: '送料・作業費',
    issuesLateReceipts: 'あとからの証明書',
    minimumYen: '送金の下限',
    publishes: '団体の変更の公開',
  } as const;
  if (Object.values(columns).every((column) => cell(column) === '')) return undefined;
  const end = cell(columns.endsOn);
  const publishes = publishingOf(cell(columns.publishes));
  if (!publishes) wrong(columns.publishes, 'すぐに公開か確認してから公開にしてください');
  const lateReceipts = cell(columns.issuesLateReceipts);
  if (!['', '発行する', '発行しない'].includes(lateReceipts))
    wrong(columns.issuesLateReceipts, '発行するか発行しないにしてください');
  const value = {
    startsOn: readDay(cell(columns.startsOn)) ?? '',
    endsOn: end === '' ? '' : (readDay(end) ?? '正しくない日'),
    feePercent: cell(columns.feePercent).normalize('NFKC').replace(/%$/, ''),
    handlingYen: cell(columns.handlingYen) === '' ? 0 : parseYen(cell(columns.handlingYen)),
    issuesLateReceipts: lateReceipts !== '発行しない',
    minimumYen: cell(columns.minimumYen) === '' ? 0 : parseYen(cell(columns.minimumYen)),
    publishes: publishes ?? 'after-look',
    note: '',
  };
  return parseWith(
    AgreementDraft,
    value,
    (path) => columns[path as keyof typeof columns] ?? columns.startsOn,
    wrong,
  );
}

function publishingOf(text: string): AgreementPublishing | undefined {
  if (text === '') return 'after-look';
  const ids = Object.keys(agreementPublishing) as AgreementPublishing[];
  const words: Record<AgreementPublishing, string> = {
    'at-once': 'すぐに公開',
    'after-look': '確認してから公開',
  };
  return ids.find((id) => text === words[id] || text === agreementPublishing[id]);
}
