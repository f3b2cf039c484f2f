import type { App } from '#server/app.ts';
import { type OpenApiDocument, openApiPage, openApiStyle } from './page.ts';

/** The API described: as a document for programs, and as a page for people. Made once. */
export function openApiRoutes(app: App) {
  let made: { document: string; page: string } | undefined;
  const make = () => {
    const document = app.swagger();
    made ??= {
      document: JSON.stringify(document),
      page: openApiPage(document as OpenApiDocument),
    };
    return made;
  };
  const open = { config: { allow: 'anyone' }, schema: { hide: true } } as const;
  app.get('/api/openapi.json', open, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(make().document),
  );
  app.get('/api/docs', open, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(make().page),
  );
  app.get('/api/docs.css', open, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(openApiStyle),
  );
}
