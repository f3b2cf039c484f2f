import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { boxWords, Scan, SentScans, scanOutcomeFacts, TakeBack } from './scan.ts';

const allow = 'boxes.receive' as const;
const tags = ['運営'];
const params = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '読み取りの番号が正しくありません。'),
});

/** Routes of arriving boxes: a device's scans, and the list of past ones. */
export function intakeRoutes(app: App, { intake }: Pick<Services, 'intake'>) {
  listRoutes(app, {
    path: '/api/office/intake/scans',
    allow,
    tags,
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
    ...intake.scanList,
  });
  app.post(
    '/api/office/intake/scans',
    {
      config: { allow },
      schema: {
        body: SentScans,
        response: { 200: z.array(Scan) },
        tags,
        summary: '読み取った箱を受け付ける（50件まで、読み取った順。同じidは一度だけ数える）',
      },
    },
    (request) => intake.receive(personOf(request), request.body),
  );
  app.post(
    '/api/office/intake/scans/:id/take-back',
    {
      config: { allow },
      schema: {
        params,
        body: TakeBack,
        response: { 200: Scan },
        tags,
        summary: '受付を取り消す（本人は10分以内。あとからは運営者が理由をつけて）',
      },
    },
    (request) => intake.takeBack(personOf(request), request.params.id, request.body),
  );
}
