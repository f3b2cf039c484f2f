import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import type { Services } from '#start/services.server.ts';
import { ResultBatch } from '#warehouse/results/result-import.ts';
import {
  NewWaitingResult,
  TakingOutReason,
  WaitingEdit,
  WaitingResult,
  WaitingRow,
  waitingViews,
} from '#warehouse/results/waiting-result.ts';
import { waitingColumns } from './waiting-columns.server.ts';

const id = z.string().regex(/^[\w-]{1,64}$/, 'IDが正しくありません。');
const ById = z.strictObject({ id });
const version = z.int('画面を読み込み直してから、もう一度お試しください。');
const view = z.enum(waitingViews, '表示の指定が正しくありません。').default('in');
const tags = ['results'];
const mending = { config: { allow: 'results.import' } as const };
const releasing = { config: { allow: 'results.release' } as const, handlerTimeout: 180_000 };

/** Routes of waiting results: show, correct, take out, add, release. */
export function waitingRoutes(app: App, { results }: Pick<Services, 'results'>) {
  const rowOf = async (rowId: string) => {
    const row = await results.waitingRow(rowId);
    if (!row) throw notFound('行');
    return row;
  };
  const batchOf = async (batchId: string) => {
    const batch = await results.batch(batchId);
    if (!batch) throw notFound('取り込み');
    return batch;
  };
  listRoutes(app, {
    path: '/api/office/results/batches/:id/waiting',
    csvPath: '/api/office/results/batches/:id/waiting.csv',
    allow: 'results.read',
    tags,
    summary: '確定を待っている行（100件ずつ）',
    params: { id },
    query: { view },
    item: WaitingRow,
    columns: waitingColumns,
    fileName: 'waiting-results',
    ...results.waitingList,
  });
  app.get(
    '/api/office/results/waiting/:id',
    {
      config: { allow: 'results.read' },
      schema: {
        params: ById,
        response: { 200: WaitingResult },
        tags,
        summary: '確定を待っている行',
      },
    },
    (request) => rowOf(request.params.id),
  );
  app.post(
    '/api/office/results/waiting/:id',
    {
      ...mending,
      schema: {
        params: ById,
        body: z.strictObject({ ...WaitingEdit.shape, version }),
        response: { 200: WaitingResult },
        tags,
        summary: '確定を待っている行を直す（確かめた理由も）',
      },
    },
    async (request) => {
      const { version: seen, ...edit } = request.body;
      const { id: rowId } = request.params;
      await results.correctRow(personOf(request), { id: rowId, version: seen }, edit);
      return rowOf(rowId);
    },
  );
  app.post(
    '/api/office/results/waiting/:id/take-out',
    {
      ...mending,
      schema: {
        params: ById,
        body: z.strictObject({ version, reason: TakingOutReason }),
        response: { 200: WaitingResult },
        tags,
        summary: '行を外す（理由が必要）',
      },
    },
    async (request) => {
      await results.takeOutRow(personOf(request), { ...request.body, id: request.params.id });
      return rowOf(request.params.id);
    },
  );
  app.post(
    '/api/office/results/waiting/:id/put-back',
    {
      ...mending,
      schema: {
        params: ById,
        body: z.strictObject({ version }),
        response: { 200: WaitingResult },
        tags,
        summary: '外した行を戻す',
      },
    },
    async (request) => {
      await results.putBackRow(personOf(request), { ...request.body, id: request.params.id });
      return rowOf(request.params.id);
    },
  );
  app.post(
    '/api/office/results/batches/:id/rows',
    {
      ...mending,
      schema: {
        params: ById,
        body: NewWaitingResult,
        response: { 200: ResultBatch },
        tags,
        summary: '確定を待っている取り込みに、行を加える',
      },
    },
    async (request) => {
      await results.addRow(personOf(request), request.params.id, request.body);
      return batchOf(request.params.id);
    },
  );
  app.post(
    '/api/office/results/batches/:id/release',
    {
      ...releasing,
      schema: {
        params: ById,
        body: z.strictObject({ version }),
        response: { 200: ResultBatch },
        tags,
        summary: '取り込みを確定し、寄付者に知らせる',
      },
    },
    async (request) => {
      await results.release(personOf(request), request.params.id, request.body.version);
      return batchOf(request.params.id);
    },
  );
  app.post(
    '/api/office/results/batches/:id/schedule',
    {
      ...releasing,
      schema: {
        params: ById,
        body: z.strictObject({ version, releaseDueAt: z.nullable(Timestamp) }),
        response: { 200: ResultBatch },
        tags,
        summary: '自動で確定する日時を変える（nullで自動では確定しない）',
      },
    },
    async (request) => {
      const { version: seen, releaseDueAt } = request.body;
      await results.schedule(personOf(request), {
        batchId: request.params.id,
        version: seen,
        releaseDueAt: releaseDueAt === null ? null : timestampToDate(releaseDueAt),
      });
      return batchOf(request.params.id);
    },
  );
  app.post(
    '/api/office/results/batches/:id/drop',
    {
      ...releasing,
      schema: {
        params: ById,
        body: z.strictObject({ version, reason: TakingOutReason }),
        response: { 200: ResultBatch },
        tags,
        summary: '確定を待っている取り込みを取りやめる（理由が必要）',
      },
    },
    async (request) => {
      const batchId = request.params.id;
      await results.drop(personOf(request), { ...request.body, batchId });
      return batchOf(batchId);
    },
  );
  app.post(
    '/api/office/results/batches/:id/restore',
    {
      ...releasing,
      schema: {
        params: ById,
        body: z.strictObject({ version }),
        response: { 200: ResultBatch },
        tags,
        summary: '取り込みの取りやめを取り消す（10分以内）',
      },
    },
    async (request) => {
      const batchId = request.params.id;
      await results.restore(personOf(request), { ...request.body, batchId });
      return batchOf(batchId);
    },
  );
}
