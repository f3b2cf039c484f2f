import { z } from 'zod';
import { StatusRequest } from '#giving/applications/application.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { OwnParcels, PickupCancelRequest, PickupRequest } from './own-parcels.ts';

const tags = ['申し込み'];
const anyone = { config: { allow: 'anyone' } } as const;

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
  );

/** Routes of one's own parcels, signed in or by the mailed link, whose token is in no URL. */
export function ownParcelRoutes(app: App, { ownParcels }: Pick<Services, 'ownParcels'>) {
  app.post(
    '/api/applications/parcels',
    {
      ...anyone,
      schema: {
        body: StatusRequest,
        response: { 200: OwnParcels },
        tags,
        summary: '箱の送り状番号と、集荷のお申し込みを見る',
      },
    },
    async (request) => {
      const own = await ownParcels.parcels(request.actor, request.body);
      if (!own) throw notYours();
      return own;
    },
  );
  app.post(
    '/api/applications/pickup',
    {
      ...anyone,
      schema: {
        body: PickupRequest,
        response: { 200: OwnParcels },
        tags,
        summary: '詰めた箱の集荷を申し込む、または変える（versionは見ていた版、なければ0）',
      },
    },
    (request) => ownParcels.askPickup(request.actor, request.body),
  );
  app.post(
    '/api/applications/pickup/cancel',
    {
      ...anyone,
      schema: {
        body: PickupCancelRequest,
        response: { 200: OwnParcels },
        tags,
        summary: '集荷を取り消す（手配が済むまで）',
      },
    },
    (request) => ownParcels.cancelPickup(request.actor, request.body),
  );
  app.post(
    '/api/applications/label',
    {
      ...anyone,
      schema: {
        body: StatusRequest,
        response: { 200: z.any().describe('PDF') },
        produces: ['application/pdf'],
        tags,
        summary: 'ご自分の箱に貼るラベルのPDF',
      },
    },
    async (request, reply) => {
      const label = await ownParcels.label(request.actor, request.body);
      if (!label) throw notYours();
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${label.fileName}"`,
          'cache-control': 'no-store',
        })
        .send(label.pdf);
    },
  );
}
