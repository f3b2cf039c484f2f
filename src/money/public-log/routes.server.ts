import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { door } from '#kit/http/door.server.ts';
import { openingsOf } from './commitments.server.ts';
import { LogEntry, Opening } from './log-entry.ts';
import { verifierKeys } from './log-key.server.ts';
import { entryInLog, servedBundle, servedCheckpoint, servedTile } from './serve-log.server.ts';

const open = { config: { allow: 'anyone' }, schema: { hide: true } } as const;
const TilePath = z.object({ level: z.string().max(2), '*': z.string().max(40) });
const BundlePath = z.object({ '*': z.string().max(40) });

const text = (reply: FastifyReply, body: string) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=60').send(body);

/** A full tile never changes; a partial one is replaced by the next. */
function bytes(reply: FastifyReply, { body, isFull }: { body: Buffer; isFull: boolean }) {
  const kept = isFull ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  return reply.type('application/octet-stream').header('cache-control', kept).send(body);
}

/** The public log as files, by https://c2sp.org/tlog-tiles. */
export function logRoutes(app: App, ctx: Context): void {
  app.get('/log/checkpoint', open, async (_request, reply) => {
    const note = await servedCheckpoint(ctx.db);
    if (note === undefined) throw notFound('公開記録');
    return text(reply, note);
  });
  app.get('/log/key', open, async (_request, reply) => {
    const keys = await verifierKeys(ctx.db);
    if (keys.length === 0) throw notFound('公開記録');
    return text(reply, keys.map((key) => `${key}\n`).join(''));
  });
  app.get(
    '/log/tile/entries/*',
    { ...open, schema: { hide: true, params: BundlePath } },
    async (request, reply) => {
      const bundle = await servedBundle(ctx.db, request.params['*']);
      if (!bundle) throw notFound('公開記録');
      return bytes(reply, bundle);
    },
  );
  app.get(
    '/log/tile/:level/*',
    { ...open, schema: { hide: true, params: TilePath } },
    async (request, reply) => {
      const tile = await servedTile(ctx.db, request.params.level, request.params['*']);
      if (!tile) throw notFound('公開記録');
      return bytes(reply, tile);
    },
  );
}

export const publicLogDoors = [
  door(
    'GET /api/public-log/:position',
    {
      allow: 'anyone',
      params: { position: z.coerce.number('位置は、0からの数字です。').int().min(0).max(1e12) },
      out: LogEntry,
      tags: ['お金の記録'],
      summary: '公開記録の1行と、署名された記録に含まれることの証明',
    },
    async ({ db }, { params: { position } }) => {
      const entry = await entryInLog(db, position);
      if (!entry) throw notFound('公開記録の行');
      return entry;
    },
  ),
  door(
    'GET /api/users/donations/:appraisalId/openings',
    {
      allow: 'signed-in',
      params: { appraisalId: z.string().max(64) },
      out: z.array(Opening),
      tags: ['お金の記録'],
      summary: '自分の寄付の歩みが公開記録にあることを確かめる控え（ご本人だけが開けます）',
    },
    async (ctx, { person, params: { appraisalId } }) => {
      const openings = await openingsOf(ctx, person, appraisalId);
      if (!openings) throw notFound('寄付');
      return openings;
    },
  ),
] as const;
