import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type Permission, permissions } from '#domain/auth/permissions.ts';
import { roleLabels } from '#domain/auth/roles.ts';
import type { Allow } from '#server/actor.ts';
import type { App } from '#server/http/app.ts';
import { type OpenApiDocument, openApiPage, openApiStyle } from './page.ts';

const allowLabels: Record<Exclude<Allow, Permission>, string> = {
  anyone: 'どなたでも',
  'signed-up': 'ログインした方（登録の途中でもよい）',
  'before-second-factor': 'ログインした方（2段階認証の設定の前でもよい）',
  'signed-in': 'ログインした方',
};

function allowLabel(allow: Allow): string {
  if (!(allow in permissions)) return allowLabels[allow as keyof typeof allowLabels];
  return permissions[allow as Permission].roles.map((role) => roleLabels[role]).join('、');
}

const shownWords =
  '2段階認証を設定した方は、10分以内に確認していること（POST /api/auth/second-factor/show）';

/** How the routes become an OpenAPI document: each with who may call it, from the policy table. */
const options: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'たすきのAPI',
      version: '1',
      description:
        '衣類やブランド品の寄付サービス「たすき」のAPIです。ログインが必要なものは、GET /api/auth/token で得たトークンを Authorization: Bearer で送ります。',
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  },
  transform(document) {
    const { schema, url } = jsonSchemaTransform(document);
    const allow = document.route.config?.allow ?? 'admin.enter';
    return {
      url,
      schema: {
        ...schema,
        description: `呼び出せる方：${allowLabel(allow)}${document.route.config?.needs ? `。${shownWords}` : ''}`,
        ...(allow !== 'anyone' && { security: [{ bearer: [] }] }),
      },
    };
  },
};

/**
 * The API described: as a document for programs, and as a page for people. Made once; registered first,
 * since it sees only the routes registered after it.
 */
export async function openApiRoutes(app: App) {
  await app.register(swagger, options);
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
