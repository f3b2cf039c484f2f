import type { FastifyInstance } from 'fastify';

const broken = Object.assign(new Error('the body is not UTF-8'), { statusCode: 400 });

/**
 * JSON is UTF-8 (RFC 8259). Refuses other bytes: the default parser would turn them into U+FFFD, and store that in a
 * name.
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
