import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Allow } from '#kit/actor.server.ts';
import { ErrorBody } from '#kit/errors/error-body.ts';
import { type Permission, permissions } from '#kit/permissions/permissions.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { Block, Inline } from '#kit/values/text/rich-text-schema.ts';
import { type Form, formSchema } from './form.server.ts';

/** Schemas listed once among the document's components: those with an id, and the error body. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(ErrorBody, { id: 'ErrorBody' });
schemaRegistry.add(Inline, { id: 'RichTextInline' });
schemaRegistry.add(Block, { id: 'RichTextBlock' });
const describeSchemas = createJsonSchemaTransform({ schemaRegistry });
const withComponents = createJsonSchemaTransformObject({ schemaRegistry });

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

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Operation id from method and path: GET /api/users/my-pledges/:id is getUsersMyPledgesById. */
export function operationIdOf(method: string, url: string): string {
  const parts = url.replace(/^\/api\//, '').split('/');
  const words = parts.flatMap((part) => {
    const [name = '', ...rest] = part.replace(/^:/, '').split(/[^a-zA-Z0-9]+/);
    return [part.startsWith(':') ? `By${capital(name)}` : capital(name), ...rest.map(capital)];
  });
  return method.toLowerCase() + words.join('');
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
});

/** Adds the error responses, which all calls share. */
const withRefusals = (answers: object = { 200: { description: '成功' } }) => ({
  ...answers,
  '4XX': refusal('断られたとき（理由はtypeとmessage、欄ごとの理由はerrors）'),
  '5XX': refusal('いま応えられないとき（Retry-Afterがあれば、その秒数のあとに）'),
});

/** Options that turn routes into an OpenAPI document, with the permission of each from the policy table. */
export const describing: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'たすきのAPI',
      version: '1',
      description:
        '衣類やブランド品の寄付サービス「たすき」のAPIです。ログインが必要なものは、GET /api/auth/token で得たトークンを Authorization: Bearer で送ります。',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as { name: string },
    },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  },
  transform(document) {
    const { schema, url } = describeSchemas(document);
    const { route } = document;
    const { form, ...described } = (schema ?? {}) as typeof schema & {
      form?: Form;
      consumes?: string[];
      body?: object;
      response?: object;
    };
    const allow = route.config?.allow ?? 'admin.enter';
    const json = described.body && { 'application/json': { schema: described.body } };
    const binaryContent = { schema: { type: 'string', format: 'binary' } };
    const { consumes } = described;
    const content = form
      ? { ...json, 'multipart/form-data': { schema: formSchema(form) } }
      : consumes && Object.fromEntries(consumes.map((type) => [type, binaryContent]));
    return {
      url,
      schema: {
        ...described,
        ...(content && { body: { content } }),
        ...(!described.hide && { response: withRefusals(described.response) }),
        operationId: operationIdOf([route.method].flat()[0] ?? '', url),
        description: `呼び出せる方：${allowLabel(allow)}${route.config?.needs ? `。${shownWords}` : ''}`,
        security: allow === 'anyone' ? [] : [{ bearer: [] }],
      },
    };
  },
  transformObject(document) {
    const described = withComponents(document) as { components?: { schemas?: object } };
    const { schemas = {} } = described.components ?? {};
    // No call refers to the input variants.
    const answered = Object.entries(schemas).filter(([name]) => !name.endsWith('Input'));
    const components = { ...described.components, schemas: Object.fromEntries(answered) };
    return { ...described, components } as ReturnType<typeof withComponents>;
  },
};
