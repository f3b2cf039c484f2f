import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { widgetPolicy } from './widget-page.server.ts';
import { widgetScript } from './widget-script.server.ts';
import { etagOfText } from './widgets.server.ts';

const scriptEtag = etagOfText(widgetScript);

const One = z.object({ id: z.string() });
const Size = z.object({ size: z.enum(['button', 'card']).catch('button') });

/** Sends a small text, or 304 if the client has it. */
function send(request: FastifyRequest, reply: FastifyReply, text: string, etag: string) {
  reply.header('etag', etag).header('cross-origin-resource-policy', 'cross-origin');
  return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(text);
}

/** Routes of an organisation's button for its own website: a script, and the page in its frame. */
export function widgetRoutes(app: App, { widgets }: Pick<Services, 'widgets'>) {
  app.get(
    '/widget.js',
    { config: { allow: 'anyone' }, schema: { hide: true } },
    (request, reply) => {
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600');
      return send(request, reply, widgetScript, scriptEtag);
    },
  );
  app.get(
    '/widget/associate/:id',
    { config: { allow: 'anyone' }, schema: { hide: true, params: One, querystring: Size } },
    async (request, reply) => {
      const { isFound, html, etag } = await widgets.find(request.params.id, request.query.size);
      reply
        .removeHeader('x-frame-options')
        .header('content-security-policy', widgetPolicy)
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8');
      if (!isFound) return reply.status(404).send(html);
      reply.header('cache-control', 'no-cache');
      return send(request, reply, html, etag);
    },
  );
}
