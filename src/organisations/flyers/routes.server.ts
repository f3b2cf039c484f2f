import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { filePolicy } from '#kit/images/file-policy.server.ts';
import type { Services } from '#start/services.server.ts';
import { qrSvg } from './qr-picture.server.ts';

const One = z.object({ file: z.string() });

/** QR codes of organisations as pictures, for their own prints. */
export function flyerRoutes(app: App, { flyers }: Pick<Services, 'flyers'>) {
  app.get(
    '/qr/associate/:file',
    { config: { allow: 'anyone' }, schema: { hide: true, params: One } },
    async ({ params, address }, reply) => {
      const [, id = '', type] = /^([\w-]+)\.(svg|png)$/.exec(params.file) ?? [];
      const picture =
        type === 'png' ? await flyers.codePicture(id, address) : type && (await flyers.code(id));
      if (!picture) throw notFound('QRコード');
      reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', filePolicy);
      return Buffer.isBuffer(picture)
        ? reply.type('image/png').send(picture)
        : reply.type('image/svg+xml; charset=utf-8').send(qrSvg(picture));
    },
  );
}
