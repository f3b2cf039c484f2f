import type { FastifyInstance } from 'fastify';

const broken = Object.assign(new Error('the body is not UTF-8'), { statusCode: 400 });

/**
 * JSON is UTF-8 (RFC 8259). Other bytes are refused: the usual parser would make U+FFFD of
 * them, and somebody's name would be stored as that.
 */
export function jsonBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      let text: string;
      try {
        text = decoder.decode(bytes);
      } catch {
        done(broken);
        return;
      }
      parse(request, text, done);
    },
  );
}
