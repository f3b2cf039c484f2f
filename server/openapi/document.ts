import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Allow } from '#server/actor.ts';

const allowLabels: Record<Allow, string> = {
  anyone: 'どなたでも',
  'signed-up': 'ログインした方（登録の途中でもよい）',
  'signed-in': 'ログインした方',
  staff: '団体の担当者',
  operator: '運営者',
};

/** How the routes become an OpenAPI document: each with who may call it, from the policy table. */
export const openApiOptions: FastifyDynamicSwaggerOptions = {
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
    const allow = document.route.config?.allow ?? 'operator';
    return {
      url,
      schema: {
        ...schema,
        description: `呼び出せる方：${allowLabels[allow]}`,
        ...(allow !== 'anyone' && { security: [{ bearer: [] }] }),
      },
    };
  },
};
