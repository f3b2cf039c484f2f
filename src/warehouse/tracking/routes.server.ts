import { StatusRequest } from '#giving/applications/application.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { door, saved } from '#kit/http/door.server.ts';
import { askPickup, cancelPickup, ownParcels, printOwnLabel } from './own-parcels.server.ts';
import { OwnParcels, PickupCancelRequest, PickupRequest } from './own-parcels.ts';

const anyone = { allow: 'anyone', tags: ['申し込み'] as string[] } as const;

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
  );

/** One's own parcels, signed in or by the mailed link, whose token is in no URL. */
export const ownParcelDoors = [
  door(
    'POST /api/applications/parcels',
    {
      ...anyone,
      body: StatusRequest,
      out: OwnParcels,
      summary: '箱の送り状番号と、集荷のお申し込みを見る',
    },
    async (ctx, { person, body }) => {
      const own = await ownParcels(ctx, person, body);
      if (!own) throw notYours();
      return own;
    },
  ),
  door(
    'POST /api/applications/pickup',
    {
      ...anyone,
      body: PickupRequest,
      out: OwnParcels,
      summary: '詰めた箱の集荷を申し込む、または変える（versionは見ていた版、なければ0）',
    },
    (ctx, { person, body }) => askPickup(ctx, person, body),
  ),
  door(
    'POST /api/applications/pickup/cancel',
    {
      ...anyone,
      body: PickupCancelRequest,
      out: OwnParcels,
      summary: '集荷を取り消す（手配が済むまで）',
    },
    (ctx, { person, body }) => cancelPickup(ctx, person, body),
  ),
  door(
    'POST /api/applications/label',
    {
      ...anyone,
      body: StatusRequest,
      out: saved('application/pdf', 'PDF'),
      summary: 'ご自分の箱に貼るラベルのPDF',
    },
    async (ctx, { person, body }) => {
      const label = await printOwnLabel(ctx, person, body);
      if (!label) throw notYours();
      return label;
    },
  ),
] as const;
