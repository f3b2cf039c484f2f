import { z } from 'zod';
import { StatusRequest } from '#giving/applications/application.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { ownTrace } from './trace.server.ts';
import { endTraceLink, ownTraceLinks, sharedTrace, shareTrace } from './trace-links.server.ts';
import { SharedTraceRequest, Trace, TraceLink, TraceLinkRequest } from './trace-schema.ts';

const tags = ['寄付のゆくえ'];
const own = { allow: 'signed-in', tags } as const;
const anyone = { allow: 'anyone', tags } as const;
const params = { appraisalId: z.string().max(64) };
/** Not even a browser keeps what a link may stop showing. */
const headers = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** The trace of a gift, for its donor and by the links that the donor shares. */
export const traceDoors = [
  door(
    'POST /api/applications/trace',
    {
      ...anyone,
      headers,
      body: StatusRequest,
      out: Trace,
      summary: '寄付のゆくえを見る（ログイン、またはメールのリンクで）',
    },
    async (ctx, { person, body }) => {
      const trace = await ownTrace(ctx, person, body);
      if (!trace) throw notFound('お申し込み');
      return trace;
    },
  ),
  door(
    'POST /api/traces/shared',
    {
      ...anyone,
      headers,
      body: SharedTraceRequest,
      out: Trace,
      summary: '共有されたリンクで、寄付のゆくえを見る（個人情報は含みません）',
    },
    (ctx, { body, request }) => sharedTrace(ctx, request.address, body.token),
  ),
  door(
    'GET /api/users/applications/:appraisalId/trace-links',
    { ...own, params, out: z.array(TraceLink), summary: '寄付のゆくえの、有効な共有リンク' },
    (ctx, { person, params: { appraisalId } }) => ownTraceLinks(ctx, person, appraisalId),
  ),
  door(
    'POST /api/users/applications/:appraisalId/trace-links',
    {
      ...own,
      status: 201,
      params,
      body: TraceLinkRequest,
      out: TraceLink,
      summary: '寄付のゆくえを共有するリンクを作る（金額を見せるかどうかを選ぶ）',
    },
    (ctx, { person, params: { appraisalId }, body }) => shareTrace(ctx, person, appraisalId, body),
  ),
  door(
    'POST /api/users/trace-links/:linkId/end',
    {
      ...own,
      params: { linkId: z.string().max(64) },
      out: z.strictObject({}),
      summary: '共有リンクを止める（元には戻せない）',
    },
    async (ctx, { person, params: { linkId } }) => {
      await endTraceLink(ctx, person, linkId);
      return {};
    },
  ),
] as const;
