import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#kit/http/accepted-encoding.server.ts';
import type { App } from '#kit/http/app.server.ts';
import { describing } from './describe.server.ts';
import { type OpenApiDocument, openApiPage, openApiStyle } from './page.server.ts';

const compressBrotli = promisify(brotliCompress);
/** The highest quality would take seconds of processor time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const encodings = {
  br: (body: Buffer) => compressBrotli(body, brotliOptions),
  gzip: promisify(gzip),
};
type Encoding = keyof typeof encodings;

/** Serves an unchanging text, compressed once per requested encoding. */
function packed(text: string) {
  const body = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString(), [
      'br',
      'gzip',
    ] as const);
    if (!encoding) return body;
    const packing = made.get(encoding) ?? encodings[encoding](body);
    made.set(encoding, packing);
    reply.header('content-encoding', encoding);
    return packing;
  };
}

/**
 * Routes of the API description, for programs and as a page. Built once. Register it first, since it sees only later
 * routes.
 */
export async function openApiRoutes(app: App) {
  await app.register(swagger, describing);
  let made: Record<'document' | 'page', ReturnType<typeof packed>> | undefined;
  const make = () => {
    const document = app.swagger();
    made ??= {
      document: packed(JSON.stringify(document)),
      page: packed(openApiPage(document as OpenApiDocument)),
    };
    return made;
  };
  const open = { config: { allow: 'anyone' }, schema: { hide: true } } as const;
  app.get('/api/openapi.json', open, async (request, reply) => {
    const body = await make().document(request, reply);
    return reply.type('application/json; charset=utf-8').send(body);
  });
  app.get('/api/docs', open, async (request, reply) => {
    const body = await make().page(request, reply);
    return reply.type('text/html; charset=utf-8').send(body);
  });
  app.get('/api/docs.css', open, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(openApiStyle),
  );
}
