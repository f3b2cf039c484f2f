import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  CorrectionUndo,
  ResultCorrection,
  ResultHistory,
} from '#warehouse/results/result-correction.ts';
import { ReversalPreview } from '#warehouse/results/reversal.ts';

const tags = ['results'];
const OfNumber = z.strictObject({ appraisalId: AppraisalId });
const OfBatch = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '取り込みのIDが正しくありません。'),
});

/** Routes of corrections of single results, and of the preview of a reversal. */
export function correctionRoutes(app: App, { results }: Pick<Services, 'results'>) {
  app.get(
    '/api/office/results/:appraisalId',
    {
      config: { allow: 'results.read' },
      schema: {
        params: OfNumber,
        response: { 200: ResultHistory },
        tags,
        summary: 'お申し込みの査定結果と、その訂正の記録',
      },
    },
    async (request) => {
      const found = await results.corrections.history(request.params.appraisalId);
      if (!found) throw notFound('査定結果');
      return found;
    },
  );
  app.post(
    '/api/office/results/:appraisalId/correct',
    {
      config: { allow: 'results.correct' },
      schema: {
        params: OfNumber,
        body: ResultCorrection,
        response: { 200: ResultHistory },
        tags,
        summary: '査定結果を1件だけ訂正する（見た版と理由が必要）',
      },
    },
    (request) =>
      results.corrections.correct(personOf(request), request.params.appraisalId, request.body),
  );
  app.post(
    '/api/office/results/:appraisalId/correct/undo',
    {
      config: { allow: 'results.correct' },
      schema: {
        params: OfNumber,
        body: CorrectionUndo,
        response: { 200: ResultHistory },
        tags,
        summary: '直前の訂正を取り消す（10分以内）',
      },
    },
    (request) =>
      results.corrections.undo(personOf(request), request.params.appraisalId, request.body.version),
  );
  app.get(
    '/api/office/results/batches/:id/reversal',
    {
      config: { allow: 'results.reverse' },
      schema: {
        params: OfBatch,
        response: { 200: ReversalPreview },
        tags,
        summary: '取り込みを取り消すとどうなるか（取り消せない行と、その理由）',
      },
    },
    async (request) => {
      const preview = await results.tryReversal(request.params.id);
      if (!preview) throw notFound('取り込み');
      return preview;
    },
  );
}
