import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Allow, Person } from '#kit/actor.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { cursor, pageHeaders } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { Publication, type Versioned, VersionSummary, versioned, versionOf } from './version.ts';
import type { versionsOf } from './versions.server.ts';

type VersionsService<Content> = ReturnType<typeof versionsOf<Content>>;

export type VersionRoutes<Content> = {
  /** Base path; the other routes are below it. May have one parameter, `:key`. */
  path: string;
  /** Key, if the path has no parameter. */
  key?: string;
  allow: { read: Exclude<Allow, 'anyone'>; change: Exclude<Allow, 'anyone'> };
  tags: string[];
  /** Name in the API documentation. */
  label: string;
  schema: z.core.$ZodType<Content>;
  versions: VersionsService<Content>;
  /** Further permission check beyond the policy. */
  demand?: (person: Person, key: string, intent: 'read' | 'change') => Promise<void> | void;
  /** Replaces immediate publication. */
  publish?: VersionsService<Content>['publish'];
};

/** 0 is the delivered content. */
const Numbered = z.strictObject({ number: z.int().min(0).max(1_000_000) });

/** Routes of versioned content: current version with draft, save, publish, history, restore. */
export function versionRoutes<Content>(app: App, options: VersionRoutes<Content>) {
  const { path, allow, tags, label, schema, versions, demand } = options;
  const params = options.key === undefined ? { key: z.string().regex(/^[\w:.-]{1,100}$/) } : {};
  const Params = z.strictObject(params);
  const keyOf = (request: { params: unknown }) =>
    options.key ?? (request.params as { key: string }).key;
  const versionedSchema = versioned(schema);
  const send = (reply: FastifyReply, { versioned: body, tag }: Answer) =>
    reply.header('etag', etagOf(tag)).send(body);

  type Answer = { versioned: Versioned<Content>; tag: number };
  async function changing(
    request: { params: unknown; headers: { 'if-match'?: string } },
    person: Person,
    work: (key: string, tag: number | undefined) => Promise<Answer>,
  ) {
    const key = keyOf(request);
    await demand?.(person, key, 'change');
    return work(key, expectedVersion(request.headers['if-match']));
  }
  const change = <Body>(
    name: string,
    summary: string,
    body: z.core.$ZodType<Body>,
    work: (person: Person, key: string, tag: number | undefined, body: Body) => Promise<Answer>,
  ) =>
    app.post(
      `${path}/${name}`,
      {
        config: { allow: allow.change },
        schema: {
          params: Params,
          body,
          response: { 200: versionedSchema },
          tags,
          summary: `${label}：${summary}（If-Matchで版を確かめる）`,
        },
      },
      async (request, reply) => {
        const person = personOf(request);
        const changedContent = await changing(request, person, (key, tag) =>
          work(person, key, tag, request.body as Body),
        );
        return send(reply, changedContent);
      },
    );

  app.get(
    path,
    {
      config: { allow: allow.read },
      schema: {
        params: Params,
        response: { 200: versionedSchema },
        tags,
        summary: `${label}：いまの内容と下書き（版はETag）`,
      },
    },
    async (request, reply) => {
      const key = keyOf(request);
      await demand?.(personOf(request), key, 'read');
      const found = await versions.read(key);
      if (!found) throw notFound('内容');
      return send(reply, found);
    },
  );
  change(
    'draft',
    '下書きの保存',
    z.strictObject({ content: schema }),
    (person, key, tag, { content }) => versions.save(person, key, tag, content),
  );
  change('discard', '下書きの破棄', z.strictObject({}), (person, key, tag) =>
    versions.discard(person, key, tag),
  );
  change('publish', '下書きの公開', Publication, options.publish ?? versions.publish);
  change('restore', '前の版を下書きにする', Numbered, (person, key, tag, { number }) =>
    versions.restore(person, key, tag, number),
  );
  app.get(
    `${path}/versions`,
    {
      config: { allow: allow.read },
      schema: {
        params: Params,
        querystring: z.strictObject({ cursor }),
        response: { 200: z.array(VersionSummary) },
        tags,
        summary: `${label}：変更の履歴（新しい順、20件ずつ）`,
      },
    },
    async (request, reply) => {
      const key = keyOf(request);
      await demand?.(personOf(request), key, 'read');
      const page = await versions.history(key, request.query.cursor);
      return pageHeaders(reply, page).send(page.items);
    },
  );
  app.get(
    `${path}/versions/:number`,
    {
      config: { allow: allow.read },
      schema: {
        params: z.strictObject({
          ...params,
          number: z.coerce.number().int().min(1).max(1_000_000),
        }),
        response: { 200: versionOf(schema) },
        tags,
        summary: `${label}：前の版の内容`,
      },
    },
    async (request) => {
      const key = keyOf(request);
      await demand?.(personOf(request), key, 'read');
      const { number } = request.params as { number: number };
      const found = await versions.version(key, number);
      if (!found) throw notFound('内容');
      return found;
    },
  );
}
