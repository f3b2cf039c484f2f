import { z } from 'zod';
import type { Allow, Person } from '#kit/actor.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { type Door, door } from '#kit/http/door.server.ts';
import { cursor, paged } from '#kit/http/paging.server.ts';
import { etagOf } from '#kit/http/versions.server.ts';
import { Publication, type Versioned, VersionSummary, versioned, versionOf } from './version.ts';
import { type Changed, type VersionedKind, versionsOf } from './versions.server.ts';

type Intent = 'read' | 'change';
type Versions<Content> = ReturnType<typeof versionsOf<Content>>;

type Shared<Content> = {
  /** Key, if the path has no parameter `:key`. */
  key?: string;
  allow: { read: Exclude<Allow, 'anyone'>; change: Exclude<Allow, 'anyone'> };
  tags: string[];
  /** Name in the API documentation. */
  label: string;
  /** Further permission check beyond the policy. */
  demand?: (ctx: Context, person: Person, key: string, intent: Intent) => Promise<void> | void;
  /** Replaces immediate publication. */
  publish?: (
    ctx: Context,
    ...change: Parameters<Versions<Content>['publish']>
  ) => Promise<Changed<Content>>;
};
type Declared<Content> = Shared<Content> &
  (
    | { kind: VersionedKind<Content> }
    // A kind that needs more of the context than its database and clock.
    | { schema: z.core.$ZodType<Content>; versions: (ctx: Context) => Versions<Content> }
  );

type Keyed<Path extends string> = Path extends `${string}:key${string}` ? { key: string } : object;
/** A call of versioned content, for the browser. */
type VersionDoor<Method extends 'GET' | 'POST', Path extends string, Body, Out> = Door<
  `${Method} ${Path & `/${string}`}`,
  { params: Keyed<Path>; query: { cursor?: string }; body: Body; out: Out }
>;

/** 0 is the delivered content. */
const Numbered = z.strictObject({ number: z.int().min(0).max(1_000_000) });
const anyKey = z.string().regex(/^[\w:.-]{1,100}$/);
const oneNumber = z.coerce.number().int().min(1).max(1_000_000);

/** Doors of versioned content: current version with draft, save, publish, history, restore. */
export const versionDoors = <Path extends `/${string}`, Content>(
  path: Path,
  declared: Declared<Content>,
) =>
  doorsOf(
    path,
    'kind' in declared
      ? {
          ...declared,
          schema: declared.kind.schema,
          versions: (ctx) => versionsOf(ctx, declared.kind),
        }
      : declared,
  ) as unknown as VersionDoors<Path, Content>;

type VersionDoors<Path extends string, Content> = readonly [
  VersionDoor<'GET', Path, undefined, Versioned<Content>>,
  VersionDoor<'POST', `${Path}/draft`, { content: Content }, Versioned<Content>>,
  VersionDoor<'POST', `${Path}/discard`, object, Versioned<Content>>,
  VersionDoor<'POST', `${Path}/publish`, z.input<typeof Publication>, Versioned<Content>>,
  VersionDoor<'POST', `${Path}/restore`, { number: number }, Versioned<Content>>,
  VersionDoor<'GET', `${Path}/versions`, undefined, VersionSummary[]>,
  Door<
    `GET ${Path & `/${string}`}/versions/:number`,
    {
      params: Keyed<Path> & { number: number };
      query: object;
      body: undefined;
      out: { content: Content };
    }
  >,
];

/** The same mounted, for nouns whose calls are not declared as doors yet. */
export function versionRoutes<Content>(
  app: App,
  {
    path,
    versions,
    demand,
    publish,
    ...declared
  }: Omit<Shared<Content>, 'demand' | 'publish'> & {
    path: string;
    schema: z.core.$ZodType<Content>;
    versions: Versions<Content>;
    demand?: (person: Person, key: string, intent: Intent) => Promise<void> | void;
    publish?: Versions<Content>['publish'];
  },
) {
  const doors = doorsOf(path as `/${string}`, {
    ...declared,
    versions: () => versions,
    ...(demand && { demand: (_, ...asked) => demand(...asked) }),
    ...(publish && { publish: (_, ...change) => publish(...change) }),
  });
  for (const one of doors) one.mount(app, {} as Context);
}

function doorsOf<Content>(
  path: `/${string}`,
  {
    allow,
    tags,
    label,
    schema,
    versions: open,
    key: only,
    demand,
    publish,
  }: Shared<Content> & {
    schema: z.core.$ZodType<Content>;
    versions: (ctx: Context) => Versions<Content>;
  },
): readonly Door[] {
  const params = only === undefined ? { key: anyKey } : {};
  const versionedSchema = versioned(schema);
  const reads = { allow: allow.read, params, tags } as const;

  /** The versions and the key that the path names, once the person may do this with it. */
  async function demanded(ctx: Context, person: unknown, named: object, intent: Intent) {
    const { key = only as string } = named as { key?: string };
    await demand?.(ctx, person as Person, key, intent);
    return { versions: open(ctx), key };
  }
  const change = <Body extends z.core.$ZodType>(
    name: string,
    summary: string,
    body: Body,
    work: (
      ctx: Context,
      versions: Versions<Content>,
      ...change: [Person, string, number | undefined, z.output<Body>]
    ) => Promise<Changed<Content>>,
  ) =>
    door(
      `POST ${path}/${name}`,
      {
        allow: allow.change,
        params: params as never,
        ifMatch: 'taken',
        body,
        out: versionedSchema,
        tags,
        summary: `${label}：${summary}（If-Matchで版を確かめる）`,
      },
      async (ctx, { person, params: named, body: sent, version, reply }) => {
        const { versions, key } = await demanded(ctx, person, named, 'change');
        const changed = await work(ctx, versions, person as Person, key, version, sent);
        reply.header('etag', etagOf(changed.tag));
        return changed.versioned;
      },
    );

  return [
    door(
      `GET ${path}`,
      {
        ...reads,
        params: params as never,
        out: versionedSchema,
        summary: `${label}：いまの内容と下書き（版はETag）`,
      },
      async (ctx, { person, params: named, reply }) => {
        const { versions, key } = await demanded(ctx, person, named, 'read');
        const found = await versions.read(key);
        if (!found) throw notFound('内容');
        reply.header('etag', etagOf(found.tag));
        return found.versioned;
      },
    ),
    change(
      'draft',
      '下書きの保存',
      z.strictObject({ content: schema }),
      (_, versions, person, key, tag, { content }) =>
        versions.save(person, key, tag, content as Content),
    ),
    change('discard', '下書きの破棄', z.strictObject({}), (_, versions, person, key, tag) =>
      versions.discard(person, key, tag),
    ),
    change('publish', '下書きの公開', Publication, (ctx, versions, ...sent) =>
      publish ? publish(ctx, ...sent) : versions.publish(...sent),
    ),
    change('restore', '前の版を下書きにする', Numbered, (_, versions, person, key, tag, sent) =>
      versions.restore(person, key, tag, sent.number),
    ),
    door(
      `GET ${path}/versions`,
      {
        ...reads,
        params: params as never,
        query: { cursor },
        out: z.array(VersionSummary),
        summary: `${label}：変更の履歴（新しい順、20件ずつ）`,
      },
      async (ctx, { person, params: named, query, reply }) => {
        const { versions, key } = await demanded(ctx, person, named, 'read');
        return paged(reply, await versions.history(key, query.cursor));
      },
    ),
    door(
      `GET ${path}/versions/:number`,
      {
        ...reads,
        params: { ...params, number: oneNumber } as never,
        out: versionOf(schema),
        summary: `${label}：前の版の内容`,
      },
      async (ctx, { person, params: named }) => {
        const { versions, key } = await demanded(ctx, person, named, 'read');
        const found = await versions.version(key, (named as { number: number }).number);
        if (!found) throw notFound('内容');
        return found;
      },
    ),
  ];
}
