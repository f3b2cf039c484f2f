import { z } from 'zod';
import { door, listDoors } from '#kit/http/door.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { receiveScans, scanList } from './intake.server.ts';
import { boxWords, Scan, SentScans, scanOutcomeFacts, TakeBack } from './scan.ts';
import { undoScan } from './take-back.server.ts';

const tags = ['運営'];
const receives = { allow: 'boxes.receive', tags } as const;
const id = z.string().regex(/^[\w-]{1,64}$/, '読み取りの番号が正しくありません。');

const list = listDoors(
  '/api/office/intake/scans',
  {
    ...receives,
    summary: '到着の受付の記録（新しい順。50件ずつ）',
    query: {},
    item: Scan,
    columns: [
      ['読み取った日時', ({ scannedAt }) => formatDateTime(scannedAt)],
      ['受付の日時', ({ receivedAt }) => formatDateTime(receivedAt)],
      ['読み取った番号', ({ code }) => code],
      ['結果', ({ outcome }) => scanOutcomeFacts[outcome].label],
      ['申込番号', ({ card }) => card?.appraisalId ?? ''],
      ['箱', ({ card }) => (card ? boxWords(card) : '')],
      ['お名前', ({ card }) => card?.name ?? ''],
      ['受け付けた人', ({ scannedByName }) => scannedByName],
      ['取り消した日時', ({ takenBackAt }) => (takenBackAt ? formatDateTime(takenBackAt) : '')],
      ['取り消した理由', ({ takenBackReason }) => takenBackReason],
    ],
    fileName: 'scans',
  },
  scanList,
);

/** Arriving boxes: a device's scans, and the list of past ones. */
export const intakeDoors = [
  ...list,
  door(
    'POST /api/office/intake/scans',
    {
      ...receives,
      body: SentScans,
      out: z.array(Scan),
      summary: '読み取った箱を受け付ける（50件まで、読み取った順。同じidは一度だけ数える）',
    },
    (ctx, { person, body }) => receiveScans(ctx, person, body),
  ),
  door(
    'POST /api/office/intake/scans/:id/take-back',
    {
      ...receives,
      params: { id },
      body: TakeBack,
      out: Scan,
      summary: '受付を取り消す（本人は10分以内。あとからは運営者が理由をつけて）',
    },
    (ctx, { person, params, body }) => undoScan(ctx, person, params.id, body),
  ),
] as const;
