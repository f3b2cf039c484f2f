import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor, Allow, Newcomer, Person } from '#kit/actor.server.ts';
import { withTimeout } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import type { Form } from '#kit/openapi/form.server.ts';
import type { RouteNotes } from '#people/security/trace-requests.server.ts';
import { type App, personOf, signedUpOf } from './app.server.ts';
import type { CsvEncoding } from './csv/csv-bytes.server.ts';
import { IdempotencyKey } from './idempotency-key.server.ts';
import type { AnyListRoute, ListRoute } from './list-route.server.ts';
import { listFileRoute, listRoutes } from './paging.server.ts';
import { demandedVersion, expectedVersion } from './versions.server.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** A method and a path, as tests and the policy table name a call: 'POST /api/pledges/:id/hide'. */
export type Route = `${Method} /${string}`;

/** The names of a path's parameters. */
type Named<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Named<`/${More}`>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never;
type NoNames = Record<never, never>;

/** What the browser sends and gets: the types of src/kit/client/send.ts. */
export type Call = { params: object; query: object; body: unknown; out: unknown };
/** A call as it is mounted; `call` exists for the types alone. */
export type Door<Name extends Route = Route, Made extends Call = Call> = {
  route: Name;
  mount: (app: App, context: Context) => void;
  call?: Made;
};
/** Doors by their route, for the browser: their types, and nothing that runs. */
export type CallsOf<Doors extends Door> = {
  [One in Doors as One['route']]: NonNullable<One['call']>;
};

/** A file to be saved; a stream is made by src/kit/http/streams. */
export type Saved = {
  fileName: string;
  /** The name in Japanese, for browsers that support RFC 8187. */
  readableName?: string;
  bytes: Uint8Array | NodeJS.ReadableStream;
  /** Unless the call always answers the same. */
  type?: string;
};
const savedKey = Symbol();
/** In the place of `out` where a call answers a file: its types, the usual one first, and what it is in words. */
export const saved = (type: string | string[], what: string) => ({
  [savedKey]: [type].flat(),
  what,
});
type SavedOut = ReturnType<typeof saved>;
const isSaved = (out: Schema | SavedOut): out is SavedOut => savedKey in out;

type Checked<One extends Shape> = { -readonly [Name in keyof One]: z.output<One[Name]> };
type Sent<One extends Shape> = z.input<z.ZodObject<{ -readonly [Name in keyof One]: One[Name] }>>;

/** Who asks, as far as `allow` leaves it open. */
type Asker<Allowed extends Allow> = Allowed extends 'anyone'
  ? Actor
  : Allowed extends 'signed-up'
    ? Person | Newcomer
    : Person;

type IfMatch = 'needed' | 'taken';

/** What a handler is given, checked. */
export type Asked<
  Allowed extends Allow,
  Params extends Shape,
  Query extends Shape,
  Body,
  Matched extends IfMatch | undefined = undefined,
> = {
  person: Asker<Allowed>;
  params: Checked<Params>;
  query: Checked<Query>;
  body: Body;
  /** The idempotency key, where the call takes one. */
  key: string | undefined;
  /** The version in If-Match. */
  version: Matched extends 'needed' ? number : number | undefined;
  /** For cookies, headers and bodies that stream. */
  request: FastifyRequest;
  reply: FastifyReply;
};

type Declared<Allowed extends Allow, Params, Query, Body, Out, Matched> = {
  allow: Allowed;
  needs?: 'second-factor-shown';
  /** What it leaves among the security events. */
  notes?: RouteNotes;
  /** Limit in ms for the handler and for each of its statements; defaults are in slow-bodies.server.ts. */
  longMs?: number;
  /** Its statements may take a second more, not as long as the handler. */
  isSlow?: true;
  /** The largest body in bytes, and how long it may take to arrive. */
  mostBytes?: number;
  bodyMs?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The parts of a multipart body, which the handler reads of `request`. */
  form?: Form;
  /** Takes an Idempotency-Key. */
  isRepeatable?: true;
  /** Takes an If-Match; where it is needed, a call without one is refused as stale. */
  ifMatch?: Matched;
  /** Leaves alone what it does not know of the query, for callers older than the rule. */
  allowsUnknown?: true;
  /** Headers of every answer. */
  headers?: Readonly<Record<string, string>>;
  out: Out;
  /** What it answers with the status 400, which the handler sets, instead of a refusal. */
  refused?: Schema;
  /** Unless 200. */
  status?: 200 | 201;
  tags: string[];
  summary: string;
};

type Answered<Out> = Out extends Schema ? z.input<Out> : Saved;
type Made<Params extends Shape, Query extends Shape, Body extends Schema, Out> = {
  params: Checked<Params>;
  query: Sent<Query>;
  body: z.input<Body>;
  out: Out extends Schema ? z.output<Out> : Blob;
};

/**
 * Declares a call of the API: what it is called by, who may, what comes in and what goes out. The handler is handed what
 * was checked, and answers what `out` says.
 */
export function door<
  const Name extends Route,
  const Allowed extends Allow,
  Out extends Schema | SavedOut,
  const Params extends Record<Named<Name>, Schema> = Record<Named<Name>, never>,
  const Query extends Shape = NoNames,
  Body extends Schema = z.ZodUndefined,
  const Matched extends IfMatch | undefined = undefined,
>(
  route: Name,
  declared: Declared<Allowed, Params, Query, Body, Out, Matched> &
    ([Named<Name>] extends [never] ? unknown : { params: Params }),
  handle: (
    context: Context,
    asked: Asked<Allowed, Params, Query, z.output<Body>, Matched>,
  ) => Promise<Answered<Out>> | Answered<Out>,
): Door<Name, Made<Params, Query, Body, Out>> {
  const [method, url] = route.split(' ') as [Method, string];
  return {
    route,
    mount(app, context) {
      const own = contextFor(context, declared);
      app.route({
        method,
        url,
        ...limitsOf(declared),
        config: configOf(declared),
        schema: schemaOf(declared),
        async handler(request, reply) {
          const answer = await handle(own, askedOf(declared, request, reply) as never);
          if (declared.status) (reply as FastifyReply).status(declared.status);
          if (declared.headers) reply.headers(declared.headers);
          return isSaved(declared.out) ? save(reply, declared.out, answer as Saved) : answer;
        },
      });
    },
  };
}

/** The context whose statements take as long as the call allows. */
const contextFor = (
  context: Context,
  { longMs, isSlow }: Pick<AnyDeclared, 'longMs' | 'isSlow'>,
): Context =>
  longMs || isSlow
    ? { ...context, db: withTimeout(context.db, isSlow ? undefined : longMs) }
    : context;

type AnyDeclared = Declared<Allow, Shape, Shape, Schema, Schema | SavedOut, IfMatch | undefined>;

const limitsOf = ({ longMs, mostBytes }: AnyDeclared) => ({
  ...(longMs && { handlerTimeout: longMs }),
  ...(mostBytes && { bodyLimit: mostBytes }),
});

const configOf = ({ allow, needs, notes, bodyMs }: AnyDeclared) => ({
  allow,
  ...(needs && { needs }),
  ...(notes && { notes }),
  ...(bodyMs && { bodyTimeoutMs: bodyMs }),
});

const schemaOf = ({
  params,
  query,
  body,
  form,
  isRepeatable,
  allowsUnknown,
  out,
  refused,
  status = 200,
  tags,
  summary,
}: AnyDeclared) => ({
  ...(params && { params: z.strictObject(params) }),
  ...(query && { querystring: allowsUnknown ? z.object(query) : z.strictObject(query) }),
  ...(body && { body }),
  ...(form && { form }),
  ...(isRepeatable && { headers: IdempotencyKey }),
  ...(isSaved(out)
    ? { response: { 200: z.any().describe(out.what) }, produces: out[savedKey] }
    : { response: { [status]: out, ...(refused && { 400: refused }) } }),
  tags,
  summary,
});

function askedOf({ allow, ifMatch }: AnyDeclared, request: FastifyRequest, reply: FastifyReply) {
  const person =
    allow === 'anyone'
      ? request.actor
      : allow === 'signed-up'
        ? signedUpOf(request)
        : personOf(request);
  const { params, query, body, headers } = request;
  const key = headers['idempotency-key'] as string | undefined;
  const version = ifMatch && versionIn[ifMatch](headers['if-match']);
  return { person, params, query, body, key, version, request, reply };
}

const versionIn = { needed: demandedVersion, taken: expectedVersion } as const;

function save(reply: FastifyReply, out: SavedOut, { fileName, readableName, bytes, type }: Saved) {
  const also = readableName ? `; filename*=UTF-8''${encodeURIComponent(readableName)}` : '';
  return reply
    .headers({
      'content-type': type ?? out[savedKey][0],
      'content-disposition': `attachment; filename="${fileName}"${also}`,
      'cache-control': 'no-store',
    })
    .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : bytes);
}

type Selecting = 'path' | 'page' | 'rows';

/** Declares a list: its pages by cursor and, beside them, the whole of a selection as CSV. */
export function listDoors<
  const Path extends `/${string}`,
  Item,
  Query extends z.ZodRawShape,
  Params extends z.ZodRawShape = NoNames,
  CsvPath extends string = `${Path}.csv`,
>(
  path: Path,
  list: Omit<ListRoute<Params, Query, Item>, Selecting | 'csvPath'> & {
    csvPath?: CsvPath;
    isSlow?: true;
  },
  source: (context: Context) => Pick<ListRoute<Params, Query, Item>, 'page' | 'rows'>,
): readonly [
  Door<
    `GET ${Path}`,
    { params: Checked<Params>; query: Sent<Query>; body: undefined; out: Item[] }
  >,
  Door<
    `GET ${CsvPath & `/${string}`}`,
    { params: Checked<Params>; query: Sent<Query>; body: undefined; out: Blob }
  >,
] {
  const csvPath = (list.csvPath ?? `${path}.csv`) as CsvPath & `/${string}`;
  return [
    {
      route: `GET ${path}`,
      mount(app, context) {
        const own = contextFor(context, list);
        listRoutes(app, { path, ...list, ...source(own) } as unknown as AnyListRoute);
      },
    },
    // Mounted with its list.
    { route: `GET ${csvPath}`, mount: () => undefined },
  ];
}

/** Declares the CSV of rows whose JSON has a door of its own. */
export function listFileDoor<
  const Path extends `/${string}`,
  Item,
  Query extends z.ZodRawShape,
  Params extends z.ZodRawShape = NoNames,
>(
  path: Path,
  list: Omit<ListRoute<Params, Query, Item>, Selecting | 'item'> & { isSlow?: true },
  rowsOf: (context: Context) => ListRoute<Params, Query, Item>['rows'],
): Door<
  `GET ${Path}.csv`,
  {
    params: Checked<Params>;
    query: Sent<Query> & { encoding?: CsvEncoding };
    body: undefined;
    out: Blob;
  }
> {
  return {
    route: `GET ${path}.csv`,
    mount(app, context) {
      const rows = rowsOf(contextFor(context, list));
      listFileRoute(app, { path, ...list, rows } as unknown as AnyListRoute);
    },
  };
}
