import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { Confirming, RoomTransfer, TakingBack } from './confirmation.ts';
import { confirmTransfer, roomTransfers, takeBackConfirmation } from './confirmations.server.ts';

const tags = ['団体の担当者'];
const allow = 'associate-room.enter';
const room = { associateId: z.string().max(100) };
const one = {
  ...room,
  id: z.string().regex(/^[\w:-]{1,200}$/, '送金の指定が正しくありません。'),
};

/** Transfers to an organisation, confirmed by its own people. */
export const confirmationDoors = [
  door(
    'GET /api/staff/associates/:associateId/transfers',
    {
      allow,
      params: room,
      out: z.array(RoomTransfer),
      tags,
      summary: '団体への送金と、その受け取りの確認（新しい順、60件まで）',
    },
    (ctx, { person, params }) => roomTransfers(ctx, person, params.associateId),
  ),
  door(
    'POST /api/staff/associates/:associateId/transfers/:id/confirm',
    {
      allow,
      params: one,
      body: Confirming,
      out: RoomTransfer,
      tags,
      summary: '送金を受け取ったことを知らせる',
    },
    (ctx, { person, params, body }) => confirmTransfer(ctx, person, params, body),
  ),
  door(
    'POST /api/staff/associates/:associateId/transfers/:id/take-back',
    {
      allow,
      params: one,
      body: TakingBack,
      out: RoomTransfer,
      tags,
      summary: '受け取りの確認を、理由をつけて取り消す',
    },
    (ctx, { person, params, body }) => takeBackConfirmation(ctx, person, params, body),
  ),
] as const;
